import { createHash, randomBytes } from 'node:crypto';
import type { SecretBox } from './secret-box.ts';

/** The columns of a shared record. Neither contains the token in plain text. */
export interface SharedColumns {
  /** Finds the record by the token of a link. */
  share_hash: Buffer | null;
  /** The encrypted token, to show the link again. */
  share_sealed: Buffer | null;
}

/** Links that grant access to a record without signing in. */
export interface ShareLinks {
  issue(id: string): { share_hash: Buffer; share_sealed: Buffer };
  seal(id: string, token: string): { share_hash: Buffer; share_sealed: Buffer };
  urlOf(kind: 'clips' | 'reels' | 'reports', row: { id: string } & Shared): string | null;
}

export const unshared: SharedColumns = { share_hash: null, share_sealed: null };

/** The stored columns. `share_token` is the plain token of an earlier version, until it is sealed. */
export interface Shared extends SharedColumns {
  share_token: string | null;
}

export const isShareToken = (text: string) => /^[\w-]{32}$/.test(text);

export const hashShareToken = (token: string) => createHash('sha256').update(token).digest();

export function createShareLinks(box: SecretBox, publicUrl: string): ShareLinks {
  // The record's id is part of the purpose, so a sealed token cannot be moved to another row.
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
