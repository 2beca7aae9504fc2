import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** OWASP's scrypt setting for 32 MiB; kept in each hash, so that it can rise without breaking older ones. */
const cost = { log2N: 15, r: 8, p: 3 };
const saltBytes = 16;
const hashBytes = 32;
const memoryBytesMax = 64 * 1024 * 1024;

/** One text per password: `scrypt$log2N$r$p$salt$hash`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes);
  return encode(salt, await run(password, salt, cost));
}

/** Takes the same time whether there is a password to compare with or not. */
export async function isPassword(password: string, stored: string | undefined): Promise<boolean> {
  const { salt, hash, ...parameters } = decode(stored ?? decoy);
  const equal = timingSafeEqual(await run(password, salt, parameters), hash);
  return equal && stored !== undefined;
}

/** What a try on an address without a password is compared with. */
const decoy = encode(Buffer.alloc(saltBytes), Buffer.alloc(hashBytes));

function encode(salt: Buffer, hash: Buffer): string {
  return `scrypt$${cost.log2N}$${cost.r}$${cost.p}$${salt.toString('base64url')}$${hash.toString('base64url')}`;
}

function decode(stored: string) {
  const [, log2N, r, p, salt = '', hash = ''] = stored.split('$');
  return {
    log2N: Number(log2N),
    r: Number(r),
    p: Number(p),
    salt: Buffer.from(salt, 'base64url'),
    hash: Buffer.from(hash, 'base64url'),
  };
}

// The same characters typed on two keyboards may come as different code points: NFKC makes them one.
const run = (password: string, salt: Buffer, { log2N, r, p }: typeof cost) =>
  derive(password.normalize('NFKC'), salt, hashBytes, { N: 2 ** log2N, r, p, maxmem: memoryBytesMax });
