import { createUnknownLinkGate } from '../../../http/gates/rate-limit.ts';
import type { Db } from '../../../platform/database/index.ts';
import type { RateLimiter } from '../../../platform/rate-limiter/index.ts';
import type { SecretBox } from '../../../platform/secret-box/secret-box.ts';
import type { Feature } from '../../feature.ts';
import { createParticipantAuthenticator } from './authenticate.ts';
import { createParticipantLinks, type ParticipantLinks } from './links.ts';
import { participantRecords } from './participant-store.ts';
import { participantTexts } from './redact.ts';
import { participantRoutes } from './routes.ts';
import { getParticipant } from './service.ts';

export { createParticipantAuthenticator } from './authenticate.ts';
export { mayRecord, requireAgreement } from './consent-rules.ts';
export { findAgreement, recordConsent, withdrawConsents } from './consents.ts';
export { blankParticipant, type ErasureScope, endLinks, linksOfPerson, linksOfProject } from './erase.ts';
export { hashAddress } from './hash-address.ts';
export type { ParticipantLinks } from './links.ts';
export {
  completeParticipants,
  createUnverifiedParticipant,
  findOrCreateParticipant,
  findOrCreateParticipants,
  hasEmail,
  type NewParticipant,
  type ParticipantRow,
} from './participant-store.ts';
export { SimulatedFilter } from './schema.ts';
export { getParticipant } from './service.ts';
export { detachRevokedLinks, linkHashOf, openLinkOf, opensSession, revokeLinks } from './store.ts';

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
    records: [participantRecords],
    texts: [participantTexts],
    references: { participant: getParticipant },
  };
}
