import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, randomFillSync } from 'node:crypto';

/** Encrypts secrets that are stored in the database (AES-256-GCM; layout: version, nonce, tag, ciphertext). */
export interface SecretBox {
  /** The result can be opened only with the same `purpose`. */
  seal(purpose: string, plain: string): Buffer;
  open(purpose: string, sealed: Buffer): string;
  /** A separate signing key for each purpose. */
  deriveKey(purpose: string): Buffer;
}

const version = 1;
const nonceLength = 12;
const tagLength = 16;

export function createSecretBox(secretKey: string): SecretBox {
  const deriveKey = (purpose: string) => Buffer.from(hkdfSync('sha256', secretKey, 'parley', purpose, 32));
  // A KeyObject, because Node would import raw bytes again for each use, which takes longer than the encryption.
  const encryptionKey = createSecretKey(deriveKey('encrypt'));

  const newNonce = createNonces();

  return {
    deriveKey,
    seal(purpose, plain) {
      const nonce = newNonce();
      const cipher = createCipheriv('aes-256-gcm', encryptionKey, nonce);
      cipher.setAAD(Buffer.from(purpose));
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return Buffer.concat([Buffer.of(version), nonce, cipher.getAuthTag(), body]);
    },
    open(purpose, sealed) {
      if (sealed[0] !== version) throw new Error('The sealed value has an unknown version.');
      const tagAt = 1 + nonceLength;
      const decipher = createDecipheriv('aes-256-gcm', encryptionKey, sealed.subarray(1, tagAt));
      decipher.setAAD(Buffer.from(purpose));
      decipher.setAuthTag(sealed.subarray(tagAt, tagAt + tagLength));
      return decipher.update(sealed.subarray(tagAt + tagLength), undefined, 'utf8') + decipher.final('utf8');
    },
  };
}

/** Generates random bytes for 256 nonces at a time, because one call takes as long as an encryption. */
function createNonces(): () => Buffer {
  const pool = Buffer.alloc(nonceLength * 256);
  let used = pool.length;
  return () => {
    if (used === pool.length) {
      randomFillSync(pool);
      used = 0;
    }
    used += nonceLength;
    return pool.subarray(used - nonceLength, used);
  };
}
