import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { expect, it } from 'vitest';

/** The limit of what a phone loads before a survey starts, compressed. Recordings, interviews and calls load later. */
const scriptBytesMax = 60_000;

it('loads at most 60 kB of compressed script for a survey, and nothing of the application', async () => {
  const result = await build({
    root: fileURLToPath(new URL('../..', import.meta.url)),
    logLevel: 'silent',
    build: { write: false },
  });
  const { output } = result as Rolldown.RolldownOutput;
  const chunks = new Map(
    output.flatMap((chunk) => (chunk.type === 'chunk' ? [[chunk.fileName, chunk]] : [])),
  );
  const entry = [...chunks.values()].find(({ isEntry, name }) => isEntry && name === 'participant');
  const loaded = new Set<string>();
  const load = (file: string) => {
    if (loaded.has(file)) return;
    loaded.add(file);
    for (const imported of chunks.get(file)?.imports ?? []) load(imported);
  };
  load(entry?.fileName ?? 'the entry participant');
  const sources = [...loaded].map((file) => chunks.get(file)?.code ?? '');
  const bytes = sources.reduce((sum, code) => sum + gzipSync(code).length, 0);
  // An entry that was not found, or a page that is loaded later by mistake, would be too small to be true.
  expect(bytes).toBeGreaterThan(10_000);
  expect(bytes).toBeLessThanOrEqual(scriptBytesMax);
  const modules = [...loaded].flatMap((file) => Object.keys(chunks.get(file)?.modules ?? {}));
  expect(modules.filter((id) => /node_modules\/(react|react-dom|radix-ui|@tanstack)\//.test(id))).toEqual([]);
});
