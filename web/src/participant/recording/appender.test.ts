import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createAppender } from './appender.ts';

type Fault = 'none' | 'no connection' | 'cut in the middle' | 'confirmation lost' | 'overloaded';

/** An upload like the server's: it appends only at its own offset. */
function startUpload(faults: Fault[]) {
  let stored = '';
  return {
    stored: () => stored,
    async fetch(_url: string, { method, headers, body }: RequestInit): Promise<Response> {
      const at = () =>
        new Response(null, { status: 204, headers: { 'Upload-Offset': String(stored.length) } });
      if (method === 'HEAD') return at();
      const fault = faults.shift() ?? 'none';
      if (fault === 'no connection') throw new TypeError('Failed to fetch');
      if (fault === 'overloaded') return new Response(null, { status: 503 });
      const { 'Upload-Offset': offset } = headers as Record<string, string>;
      if (Number(offset) !== stored.length) return new Response(null, { status: 409 });
      const text = await (body as Blob).text();
      stored += fault === 'cut in the middle' ? text.slice(0, Math.floor(text.length / 2)) : text;
      if (fault !== 'none') throw new TypeError('Failed to fetch');
      return at();
    },
  };
}

it('stores every byte once and in order, whatever happens to the connection', async () => {
  const faults = fc.array(
    fc.constantFrom<Fault>('none', 'no connection', 'cut in the middle', 'confirmation lost', 'overloaded'),
    { maxLength: 7 },
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.string({ unit: 'grapheme-ascii', maxLength: 20 })),
      faults,
      async (parts, plan) => {
        const upload = startUpload([...plan]);
        const appender = createAppender({
          url: '/uploads/x',
          fetch: upload.fetch,
          wait: async () => {},
          onProgress: () => {},
        });
        for (const part of parts) appender.push(new Blob([part]));
        await appender.finish();
        expect(upload.stored()).toBe(parts.join(''));
      },
    ),
  );
});

it('gives up an upload that the server refuses', async () => {
  const appender = createAppender({
    url: '/uploads/x',
    fetch: async () => new Response(null, { status: 413 }),
    wait: async () => {},
    onProgress: () => {},
  });
  appender.push(new Blob(['too long']));
  await expect(appender.finish()).rejects.toThrow('413');
});
