import { createHash, randomBytes } from 'node:crypto';
import type { SecretBox } from './secret-box.ts';

/** What a shared record stores of its link. The token itself is readable in neither. */
export interface SharedColumns {
  /** For finding the record by the token of a link. */
  share_hash: Buffer | null;
  /** For showing the link again. */
  share_sealed: Buffer | null;
}

/** Links that open a record to everyone who has them. */
export interface ShareLinks {
  issue(id: string): { share_hash: Buffer; share_sealed: Buffer };
  seal(id: string, token: string): { share_hash: Buffer; share_sealed: Buffer };
  urlOf(kind: 'clips' | 'reports', row: { id: string } & Shared): string | null;
}

export const unshared: SharedColumns = { share_hash: null, share_sealed: null };

/** A row as it is read: `share_token` is set only until a token of an earlier version is sealed. */
export interface Shared extends SharedColumns {
  share_token: string | null;
}

export const isShareToken = (text: string) => /^[\w-]{32}$/.test(text);

export const hashShareToken = (token: string) => createHash('sha256').update(token).digest();

export function createShareLinks(box: SecretBox, publicUrl: string): ShareLinks {
  // Bound to its record: the sealed token of one row cannot be moved to another.
  const purpose = (id: string) => `share:${id}`;
  const seal = (id: string, token: string) => ({
    share_hash: hashShareToken(token),
    share_sealed: box.seal(purpose(id), token),
  });
  return {
    seal,
    issue: (id) => seal(id, randomBytes(24).toString('base64url')),
    urlOf(kind, { id, share_sealed, share_token }) {
      const token = share_sealed ? box.open(purpose(id), share_sealed) : share_token;
      return token === null ? null : `${publicUrl}/s/${kind}/${token}`;
    },
  };
}
