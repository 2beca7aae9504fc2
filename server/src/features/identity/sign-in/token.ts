import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits, in characters that need no escaping in a URL. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** The database stores only this. It needs no salt, because a token cannot be guessed. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();
