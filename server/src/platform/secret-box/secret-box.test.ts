import { describe, expect, test } from 'vitest';
import { createSecretBox } from './secret-box.ts';

const box = createSecretBox('a secret key that is long enough');

describe('a sealed value', () => {
  test('a sealed value can be opened with the same key only', () => {
    const sealed = box.seal('webhook', 'whsec_ä🎧');
    expect(createSecretBox('a secret key that is long enough').open('webhook', sealed)).toBe('whsec_ä🎧');
    expect(() => createSecretBox('another key').open('webhook', sealed)).toThrow();
  });

  test('a sealed value can be opened only for the purpose that it was sealed for', () => {
    expect(() => box.open('idempotency:usr_2', box.seal('idempotency:usr_1', 'answer'))).toThrow();
  });

  test('a sealed value cannot be opened after any byte changes', () => {
    const sealed = box.seal('webhook', 'whsec_1');
    for (let i = 0; i < sealed.length; i++) {
      const changed = Buffer.from(sealed);
      changed[i] = (changed[i] as number) ^ 1;
      expect(() => box.open('webhook', changed)).toThrow();
    }
  });

  test('a sealed value has its own nonce, in 2,000 of 2,000 cases', () => {
    const nonces = Array.from({ length: 2_000 }, () =>
      box.seal('webhook', 'the same').subarray(1, 13).toString('hex'),
    );
    expect(new Set(nonces).size).toBe(2_000);
  });
});
