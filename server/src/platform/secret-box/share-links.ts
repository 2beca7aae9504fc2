import { createHash, randomBytes } from 'node:crypto';
import type { SecretBox } from './secret-box.ts';

/** The columns of a shared record. Neither contains the token in plain text. */
export interface SharedColumns {
  /** Finds the record by the token of a link. */
  share_hash: Buffer | null;
  /** The encrypted token, to show the link again. */
  share_sealed: Buffer | null;
}

interface Shareable extends SharedColumns {
  id: string;
  updated_at: Date;
}

/** Links that grant access to a record without signing in. */
export interface ShareLinks {
  /** The record with a new link. */
  share<R extends Shareable>(record: R, now: Date): R;
  urlOf(kind: 'clips' | 'reels' | 'reports', row: { id: string } & SharedColumns): string | null;
}

export const unshared: SharedColumns = { share_hash: null, share_sealed: null };

/** The record without its link. A record that is not shared is returned as it is. */
export const unshare = <R extends Shareable>(record: R, now: Date): R =>
  record.share_hash === null ? record : { ...record, ...unshared, updated_at: now };

export const isShareToken = (text: string) => /^[\w-]{32}$/.test(text);

export const hashShareToken = (token: string) => createHash('sha256').update(token).digest();

export function createShareLinks(box: SecretBox, publicUrl: string): ShareLinks {
  // The record's id is part of the purpose, so a sealed token cannot be moved to another row.
  const purpose = (id: string) => `share:${id}`;
  return {
    share(record, now) {
      const token = randomBytes(24).toString('base64url');
      const share_sealed = box.seal(purpose(record.id), token);
      return { ...record, share_hash: hashShareToken(token), share_sealed, updated_at: now };
    },
    urlOf: (kind, { id, share_sealed }) =>
      share_sealed && `${publicUrl}/s/${kind}/${box.open(purpose(id), share_sealed)}`,
  };
}
