import { createUnknownLinkGate } from '../../../http/gates/rate-limit.ts';
import type { Db } from '../../../platform/database/index.ts';
import type { RateLimiter } from '../../../platform/rate-limiter/index.ts';
import type { SecretBox } from '../../../platform/secret-box/secret-box.ts';
import type { Feature } from '../../feature.ts';
import { createParticipantAuthenticator } from './authenticate.ts';
import { createParticipantLinks, type ParticipantLinks } from './links.ts';
import { participantRecords } from './participant-store.ts';
import { participantRoutes } from './routes.ts';
import { getParticipant } from './service.ts';

export { createParticipantAuthenticator } from './authenticate.ts';
export { recordConsent, withdrawConsents } from './consents.ts';
export { blankParticipant, type ErasureScope, endLinks } from './erase.ts';
export type { ParticipantLinks } from './links.ts';
export {
  completeParticipants,
  findOrCreateParticipant,
  findOrCreateParticipants,
  type NewParticipant,
  type ParticipantRow,
} from './participant-store.ts';
export { getParticipant } from './service.ts';
export { detachRevokedLinks, linkHashOf, openLinkOf, revokeLinks } from './store.ts';

interface Participants extends Feature {
  authenticate: ReturnType<typeof createParticipantAuthenticator>;
  links: ParticipantLinks;
}

interface ParticipantsDeps {
  db: Db;
  limiter: RateLimiter;
  box: SecretBox;
  publicUrl: string;
}

/** The people who take tests, their links, and their authentication at /p/v1. */
export function createParticipants({ db, limiter, box, publicUrl }: ParticipantsDeps): Participants {
  const links = createParticipantLinks(box, publicUrl);
  return {
    links,
    authenticate: createParticipantAuthenticator(
      (token) => links.find(db, token),
      createUnknownLinkGate(limiter),
    ),
    routes: participantRoutes(),
    taggableTypes: [participantRecords],
    references: { participant: getParticipant },
  };
}
