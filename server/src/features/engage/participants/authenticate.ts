import type { FastifyRequest } from 'fastify';
import { AppError } from '../../../foundation/errors.ts';
import type { Participant } from '../../../foundation/principal.ts';
import { bearerToken } from '../../../http/bearer-token.ts';

type FindParticipant = (token: string) => Promise<Participant | undefined>;

/** The authenticator of /p/v1. It accepts participant tokens only: neither API keys nor the cookie of a signed-in browser. */
export function createParticipantAuthenticator(findParticipant: FindParticipant) {
  return async (request: FastifyRequest): Promise<Participant> => {
    const token = bearerToken(request.headers.authorization);
    if (!token) {
      throw new AppError('unauthorized', 'Send your participant token as "Authorization: Bearer <token>".');
    }
    const participant = await findParticipant(token);
    if (!participant) throw new AppError('unauthorized', 'This participant token is not valid.');
    return participant;
  };
}
