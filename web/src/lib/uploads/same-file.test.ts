import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { readChecksum } from './same-file.ts';

it('reads the checksum that the server stores', async () => {
  const expected = createHash('sha256').update('words').digest('hex');
  expect(await readChecksum(new Blob(['words']))).toBe(expected);
});
