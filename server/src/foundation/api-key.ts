import { hash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

/**
 * `prl_live_` + 40 base62 characters + the CRC32 of the preceding characters as 6 base62 characters (spec §2.2).
 * The checksum rejects typing errors and random keys without a database read. It is not a signature.
 */
const prefix = 'prl_live_';
const secretLength = 40;
const checksumLength = 6;
const keyLength = prefix.length + secretLength + checksumLength;
const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const shape = /^prl_live_[0-9A-Za-z]{46}$/;

export function newApiKey(): string {
  let secret = '';
  for (let i = 0; i < secretLength; i++) secret += base62[randomInt(62)];
  return prefix + secret + checksum(prefix + secret);
}

export function isApiKey(value: string): boolean {
  if (value.length !== keyLength || !shape.test(value)) return false;
  const split = keyLength - checksumLength;
  return checksum(value.slice(0, split)) === value.slice(split);
}

/** The stored form. A key has 238 bits of entropy, so a hash without salt and iterations cannot be reversed. */
export const hashApiKey = (key: string): string => hash('sha256', key, 'base64url');

/** The form that the API shows after the creation. */
export const maskApiKey = (lastFour: string): string => `${prefix}••••••••${lastFour}`;

function checksum(text: string): string {
  let value = crc32(text);
  let encoded = '';
  for (let i = 0; i < checksumLength; i++) {
    encoded = base62[value % 62] + encoded;
    value = Math.floor(value / 62);
  }
  return encoded;
}
