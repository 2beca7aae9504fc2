import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createSpeechUpload } from './upload.ts';

type Fault = 'none' | 'no connection' | 'confirmation lost';

/** A recording like the server's: it appends only at its own end, and says how much it has. */
function startRecording(faults: Fault[]) {
  let stored = '';
  return {
    stored: () => stored,
    async send(offset: number, part: Blob): Promise<number> {
      const fault = faults.shift() ?? 'none';
      if (fault === 'no connection') throw new TypeError('Failed to fetch');
      if (offset === stored.length) stored += await part.text();
      if (fault === 'confirmation lost') throw new TypeError('Failed to fetch');
      return stored.length;
    },
  };
}
const options = { wait: async () => {}, isTemporary: (error: unknown) => error instanceof TypeError };

it('stores every byte once and in order, whatever happens to the connection', async () => {
  const faults = fc.array(fc.constantFrom<Fault>('none', 'no connection', 'confirmation lost'), {
    maxLength: 7,
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.string({ unit: 'grapheme-ascii', maxLength: 20 })),
      faults,
      async (parts, plan) => {
        const recording = startRecording([...plan]);
        const upload = createSpeechUpload({ ...options, send: recording.send });
        for (const part of parts) upload.push(new Blob([part]));
        await upload.finish();
        expect(recording.stored()).toBe(parts.join(''));
      },
    ),
  );
});

it('splits what is larger than one request', async () => {
  const sizes: number[] = [];
  const recording = startRecording([]);
  const upload = createSpeechUpload({
    ...options,
    send: (offset, part) => {
      sizes.push(part.size);
      return recording.send(offset, part);
    },
  });
  upload.push(new Blob(['x'.repeat(1_200_000)]));
  await upload.finish();
  expect(sizes).toEqual([524_288, 524_288, 151_424]);
});

it.each([
  ['the server refuses it', async () => Promise.reject(new Error('422'))],
  ['the server has less than it confirmed', async () => -1],
  ['the server can’t be reached for long', async () => Promise.reject(new TypeError('Failed to fetch'))],
])('gives up a recording if %s', async (_, send) => {
  const upload = createSpeechUpload({ ...options, send });
  upload.push(new Blob(['words']));
  await expect(upload.finish()).rejects.toThrow();
});
