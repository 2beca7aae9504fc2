import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** OWASP's scrypt parameters for 32 MiB. Each hash stores its parameters, so that they can be raised later. */
const strongCost = { log2N: 15, r: 8, p: 3 };
type Cost = typeof strongCost;
const saltBytes = 16;
const hashBytes = 32;
const memoryBytesMax = 64 * 1024 * 1024;

/** Format: `scrypt$log2N$r$p$salt$hash`. */
export async function hashPassword(password: string, cost = strongCost): Promise<string> {
  const salt = randomBytes(saltBytes);
  return encode(salt, await run(password, salt, cost), cost);
}

/** Takes the same time whether the account has a password or not. */
export async function verifyPassword(password: string, stored: string | undefined): Promise<boolean> {
  const { salt, hash, ...parameters } = decode(stored ?? decoy);
  const equal = timingSafeEqual(await run(password, salt, parameters), hash);
  return equal && stored !== undefined;
}

/** Compared with the password if the account has none. */
const decoy = encode(Buffer.alloc(saltBytes), Buffer.alloc(hashBytes), strongCost);

function encode(salt: Buffer, hash: Buffer, { log2N, r, p }: Cost): string {
  return `scrypt$${log2N}$${r}$${p}$${salt.toString('base64url')}$${hash.toString('base64url')}`;
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

// Two keyboards may produce different code points for the same characters. NFKC makes them equal.
const run = (password: string, salt: Buffer, { log2N, r, p }: Cost) =>
  derive(password.normalize('NFKC'), salt, hashBytes, { N: 2 ** log2N, r, p, maxmem: memoryBytesMax });
