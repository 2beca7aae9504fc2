import { describe, expect, test } from 'vitest';
import { createSecretBox } from './secret-box.ts';

const box = createSecretBox('a secret key that is long enough for anybody');

describe('what is sealed', () => {
  test('is opened again by a box with the same key, and by no other', () => {
    const sealed = box.seal('webhook', 'whsec_ä🎧');
    expect(createSecretBox('a secret key that is long enough for anybody').open('webhook', sealed)).toBe(
      'whsec_ä🎧',
    );
    expect(() => createSecretBox('another key').open('webhook', sealed)).toThrow();
  });

  test('can be opened only for the purpose it was sealed for', () => {
    expect(() => box.open('idempotency:usr_2', box.seal('idempotency:usr_1', 'answer'))).toThrow();
  });

  test('is refused when any of its bytes was changed', () => {
    const sealed = box.seal('webhook', 'whsec_1');
    for (let i = 0; i < sealed.length; i++) {
      const changed = Buffer.from(sealed);
      changed[i] = (changed[i] as number) ^ 1;
      expect(() => box.open('webhook', changed)).toThrow();
    }
  });

  test('never looks the same twice: of two thousand seals no two share a nonce', () => {
    const nonces = Array.from({ length: 2_000 }, () =>
      box.seal('webhook', 'the same').subarray(1, 13).toString('hex'),
    );
    expect(new Set(nonces).size).toBe(2_000);
  });
});
