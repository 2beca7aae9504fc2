import { createHmac, timingSafeEqual } from 'node:crypto';
import { checkKey } from './keys.ts';
import type { SignRequest } from './storage.ts';

export interface ReadTokens {
  sign(request: SignRequest): string;
  /** Returns what the token permits, or undefined if it is forged, damaged or expired. Never throws. */
  verify(token: string, now: Date): SignRequest | undefined;
}

// Makes these signatures different from any other use of the same secret.
const purpose = 'parley.blob-read.v1';
const maxTokenLength = 4096;

/** Signed tokens with an expiry that permit reading one blob, for every storage driver (ADR 13). */
export function createReadTokens(secret: string): ReadTokens {
  if (secret.length < 16)
    throw new Error('The secret that signs download URLs must have 16 characters or more.');
  const mac = (body: string) => createHmac('sha256', secret).update(`${purpose}.${body}`).digest();
  return {
    sign({ key, expiresAt, filename, contentType, disposition }) {
      const fields = [key, expiresAt?.getTime() ?? null, filename, contentType, disposition];
      const body = Buffer.from(JSON.stringify(fields)).toString('base64url');
      return `${body}.${mac(body).toString('base64url')}`;
    },
    verify(token, now) {
      if (token.length > maxTokenLength) return undefined;
      const [body, signature, ...rest] = token.split('.');
      if (!body || !signature || rest.length > 0) return undefined;
      const given = Buffer.from(signature, 'base64url');
      const wanted = mac(body);
      if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return undefined;
      // The body is parsed only after its signature was verified.
      const [key, expiresMs, filename, contentType, disposition] = JSON.parse(
        Buffer.from(body, 'base64url').toString(),
      ) as [string, number | null, string, string, SignRequest['disposition']];
      if (expiresMs !== null && now.getTime() >= expiresMs) return undefined;
      return {
        key,
        expiresAt: expiresMs === null ? null : new Date(expiresMs),
        filename,
        contentType,
        disposition,
      };
    },
  };
}

export interface ReadDeps {
  tokens: ReadTokens;
  /** The URL that serves signed reads, e.g. `https://host/blobs/`. The token is appended. */
  readUrlBase: string;
}

export const createSignUrl =
  ({ tokens, readUrlBase }: ReadDeps) =>
  async (request: SignRequest): Promise<string> => {
    checkKey(request.key);
    return `${readUrlBase}${tokens.sign(request)}`;
  };
