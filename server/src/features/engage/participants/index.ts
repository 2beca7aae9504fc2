import type { Feature } from '../../feature.ts';
import { createParticipantAuthenticator } from './authenticate.ts';
import { findParticipantByToken } from './store.ts';

export { createParticipantAuthenticator } from './authenticate.ts';

interface Participants extends Feature {
  authenticate: ReturnType<typeof createParticipantAuthenticator>;
}

/** The people who take tests, and their authentication at /p/v1. */
export const createParticipants = (): Participants => ({
  authenticate: createParticipantAuthenticator(findParticipantByToken),
});
