import { expect, it } from 'vitest';
import { readFingerprint } from './fingerprint.ts';

const size = 1_000_000;
const fingerprintOf = (change: (bytes: Uint8Array<ArrayBuffer>) => void = () => {}) => {
  const bytes = new Uint8Array(size).map((_, at) => at % 251);
  change(bytes);
  return readFingerprint(new Blob([bytes]));
};

it('computes the same fingerprint for the same content', async () => {
  expect(await fingerprintOf()).toBe(await fingerprintOf());
  expect(await fingerprintOf()).toMatch(/^[0-9a-f]{16}$/);
});

it.each([0, size / 2, size - 1])('changes with the byte at %d', async (at) => {
  const changed = await fingerprintOf((bytes) => {
    bytes[at] = 255;
  });
  expect(changed).not.toBe(await fingerprintOf());
});

it('reads a file of a few bytes', async () => {
  expect(await readFingerprint(new Blob(['a']))).not.toBe(await readFingerprint(new Blob(['b'])));
});
