import type { FastifyRequest } from 'fastify';
import { createBoundedCache } from '../../../foundation/bounded-cache.ts';
import { AppError } from '../../../foundation/errors.ts';
import type { Participant } from '../../../foundation/principal.ts';
import { bearerToken } from '../../../http/bearer-token.ts';

type FindParticipant = (token: string) => Promise<Participant | undefined>;
/** Called for a token that looks like one but belongs to no link. It may refuse the client. */
type OnUnknown = (request: FastifyRequest) => Promise<void>;

/** A node remembers this many links. */
const linksMax = 20_000;

export const isToken = (text: string) => /^[\w-]{32}$/.test(text);

/**
 * The authenticator of /p/v1. It accepts participant tokens only: neither API keys nor the cookie of a signed-in browser.
 * A route that verifies the link itself gets the link as it was when the node last read it (ADR 27).
 */
export function createParticipantAuthenticator(findParticipant: FindParticipant, onUnknown?: OnUnknown) {
  const remembered = createBoundedCache<Participant>(linksMax);
  return async (request: FastifyRequest): Promise<Participant> => {
    const token = bearerToken(request.headers.authorization);
    if (!token) {
      throw new AppError('unauthorized', 'Send your participant token as "Authorization: Bearer <token>".');
    }
    const known = request.routeOptions?.config?.verifiesLink ? remembered.get(token) : undefined;
    if (known) return known;
    const participant = await findParticipant(token);
    if (participant) remembered.set(token, participant);
    else remembered.delete(token);
    if (participant) return participant;
    if (isToken(token)) await onUnknown?.(request);
    throw new AppError('unauthorized', 'This participant token is not valid.');
  };
}
