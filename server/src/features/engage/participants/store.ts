import type { Participant } from '../../../foundation/principal.ts';

/** The holder of a participant token. No tokens are issued yet, so every token is refused. */
export async function findParticipantByToken(_token: string): Promise<Participant | undefined> {
  return undefined;
}
