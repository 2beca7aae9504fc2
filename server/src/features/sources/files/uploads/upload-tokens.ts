import { createHmac, timingSafeEqual } from 'node:crypto';
import { isId } from '../../../../foundation/ids.ts';

/** Tokens in upload URLs: the id of a file and a signature. A token allows its holder to send the bytes of that file. */
export interface UploadTokens {
  sign(fileId: string): string;
  /** Returns the id of the file, or undefined if the signature is not valid. */
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
