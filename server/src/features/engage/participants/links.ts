import { createHash, randomBytes } from 'node:crypto';
import { mayWrite, type Participant, type Researcher } from '../../../foundation/principal.ts';
import type { Db } from '../../../platform/database/index.ts';
import type { SecretBox } from '../../../platform/secret-box/secret-box.ts';
import { isToken } from './authenticate.ts';
import { findLinkHolder, insertLinks, type LinkTarget, linkHashOf } from './store.ts';

/** Links of participants: `/t/{token}`. The database has the token's hash and the sealed token, never the token. */
export interface ParticipantLinks {
  /** Creates a link in the caller's transaction. The token is returned to show it once, or to send it by mail. */
  issue(tx: Db, target: LinkTarget, now: Date): Promise<{ token: string; url: string }>;
  /** Creates many links with one statement, in the order of the targets. */
  issueAll(tx: Db, targets: LinkTarget[], now: Date): Promise<{ token: string; url: string }[]>;
  /** The address of a stored link, for its mail. */
  urlOf(sealed: Buffer): string;
  /** The address of a personal link as a researcher sees it: null for a viewer, who could otherwise answer as the person. */
  urlFor(researcher: Researcher, sealed: Buffer | null): string | null;
  /** The holder of a token; undefined if there is no such link. */
  find(db: Db, token: string): Promise<Participant | undefined>;
  /** The link of a participant as it is now; undefined if it no longer exists. */
  refresh(db: Db, participant: Pick<Participant, 'link_id'>): Promise<Participant | undefined>;
}

const hashToken = (token: string) => createHash('sha256').update(token).digest();
const purpose = 'participant link';

export function createParticipantLinks(box: SecretBox, publicUrl: string): ParticipantLinks {
  const urlOfToken = (token: string) => `${publicUrl}/t/${token}`;
  const urlOf = (sealed: Buffer) => urlOfToken(box.open(purpose, sealed));
  const issueAll: ParticipantLinks['issueAll'] = async (tx, targets, now) => {
    // 192 random bits: a link cannot be guessed, and two links never have the same token.
    const tokens = targets.map(() => randomBytes(24).toString('base64url'));
    const stored = tokens.map((token) => ({ hash: hashToken(token), sealed: box.seal(purpose, token) }));
    await insertLinks(tx, stored, targets, now);
    return tokens.map((token) => ({ token, url: urlOfToken(token) }));
  };
  return {
    issueAll,
    async issue(tx, target, now) {
      const [link] = await issueAll(tx, [target], now);
      return link as { token: string; url: string };
    },
    urlOf,
    urlFor: (researcher, sealed) => (sealed && mayWrite(researcher) ? urlOf(sealed) : null),
    refresh: (db, participant) => findLinkHolder(db, linkHashOf(participant)),
    find: async (db, token) => (isToken(token) ? findLinkHolder(db, hashToken(token)) : undefined),
  };
}
