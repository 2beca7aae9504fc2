import { createHmac, timingSafeEqual } from 'node:crypto';
import { isId } from '../../../foundation/ids.ts';

/** The right to send the bytes of one file: its id and a signature, in the address itself. */
export interface UploadTokens {
  sign(fileId: string): string;
  /** The id of the file, or undefined when it is not a token of ours. */
  verify(token: string): string | undefined;
}

export function createUploadTokens(key: Buffer): UploadTokens {
  const sign = (fileId: string) =>
    `${fileId}-${createHmac('sha256', key).update(fileId).digest('base64url')}`;
  return {
    sign,
    verify(token) {
      const fileId = token.split('-', 1)[0] as string;
      if (!isId('file', fileId)) return undefined;
      const wanted = Buffer.from(sign(fileId));
      const given = Buffer.from(token);
      return given.length === wanted.length && timingSafeEqual(given, wanted) ? fileId : undefined;
    },
  };
}
