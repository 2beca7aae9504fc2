import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { createLocalEmbedder, type EmbedderOptions, type LocalEmbedder } from './embedder.ts';

let folder: string;
let embedder: LocalEmbedder | undefined;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'embeddings-test-'));
});
afterEach(() => embedder?.close());
afterAll(() => rm(folder, { recursive: true, force: true }));

const open = (options: Partial<EmbedderOptions> = {}) => {
  embedder = createLocalEmbedder({ folders: [folder], ...options });
  return embedder;
};

/** Code of programs that replace the embedding process: a vector with the length of the text as its first number. */
const answer = `process.send({ kind: 'done', vectors: command.texts.map((text) => {
  const vector = new Float32Array(384); vector[0] = 1; vector[1] = text.length; return vector; }) });`;

let programs = 0;
/** A program that appends its process id to a file when it starts, then runs the given code for each command. */
async function program(onCommand: string) {
  const file = path.join(folder, `program${++programs}.mjs`);
  const pidFile = `${file}.pids`;
  await writeFile(
    file,
    `import { appendFileSync, readFileSync } from 'node:fs';
     appendFileSync(${JSON.stringify(pidFile)}, process.pid + '\\n');
     const starts = readFileSync(${JSON.stringify(pidFile)}, 'utf8').trim().split('\\n').length;
     process.on('message', (command) => { ${onCommand} });`,
  );
  const pids = async () => (await readFile(pidFile, 'utf8').catch(() => '')).trim().split('\n').map(Number);
  return { file, pids };
}

const waitForEnd = (pid: number) =>
  vi.waitFor(() => assert.throws(() => process.kill(pid, 0)), { timeout: 10_000 });
const lengthOf = (vector: Float32Array | undefined) => Math.round((vector?.[1] ?? 0) / (vector?.[0] ?? 0));

describe('an embedding process', () => {
  test('restarts an embedding process that crashes, and the request succeeds', async () => {
    const crashing = await program(
      `if (starts === 1) process.kill(process.pid, 'SIGSEGV'); else { ${answer} }`,
    );
    open({ program: crashing.file });
    const [vector] = await (embedder as LocalEmbedder).embed(['four']);
    expect(lengthOf(vector)).toBe(4);
    expect(await crashing.pids()).toHaveLength(2);
  });

  test('kills and restarts an embedding process that hangs', async () => {
    const stuck = await program(`if (starts === 1) for (;;); ${answer}`);
    open({ program: stuck.file, timeoutMs: 3_000 });
    const [vector] = await (embedder as LocalEmbedder).embed(['four']);
    expect(lengthOf(vector)).toBe(4);
    await waitForEnd((await stuck.pids())[0] as number);
  });

  test('fails a request with a retryable error if the embedding process always crashes, and not the next request', async () => {
    const crashing = await program(`if (command.texts[0] === 'bad') process.exit(1); ${answer}`);
    const { embed } = open({ program: crashing.file });
    const [bad, good] = await Promise.allSettled([embed(['bad']), embed(['good'])]);
    expect(bad).toMatchObject({ reason: { code: 'interrupted', retryable: true } });
    expect(good.status).toBe('fulfilled');
  });

  test('ends an idle embedding process, and starts it again for the next request', async () => {
    const quick = await program(answer);
    const { embed } = open({ program: quick.file, idleMs: 50 });
    await embed(['one']);
    await waitForEnd((await quick.pids())[0] as number);
    await embed(['two']);
    expect(await quick.pids()).toHaveLength(2);
  });

  test('does not run texts of an aborted request', async () => {
    const slow = await program(
      `if (command.texts.includes('never')) process.exit(1); setTimeout(() => { ${answer} }, 200)`,
    );
    const { embed } = open({ program: slow.file });
    const abort = new AbortController();
    const first = embed(['one']);
    const second = embed(['never'], abort.signal);
    abort.abort(new Error('canceled'));
    await expect(second).rejects.toThrow('canceled');
    await first;
    expect(await slow.pids()).toHaveLength(1);
    await expect(embed(['x'], abort.signal)).rejects.toThrow('canceled');
  });

  test('runs a search between the batches of a large request, and large requests in turn', async () => {
    const { file } = await program(answer);
    const { embed } = open({ program: file });
    const ended: string[] = [];
    const many = (count: number) => Array.from({ length: count }, () => 'text');
    await Promise.all([
      embed(many(200)).then(() => ended.push('large')),
      embed(many(30)).then(() => ended.push('medium')),
      embed(['query']).then(() => ended.push('query')),
    ]);
    expect(ended).toEqual(['query', 'medium', 'large']);
  });
});

test('a long text is cut into pieces, and its vector is their weighted mean', async () => {
  const { file } = await program(answer);
  const { embed } = open({ program: file });
  const [long, short, empty] = await embed(['word '.repeat(2_000), 'word', '']);
  // Each piece has 4,000 characters or fewer.
  expect(lengthOf(long)).toBeGreaterThan(3_000);
  expect(lengthOf(long)).toBeLessThanOrEqual(4_000);
  expect(lengthOf(short)).toBe(4);
  expect(lengthOf(empty)).toBe(0);
  expect(await embed([])).toEqual([]);
});

describe('the model', () => {
  test('reports a missing model with the command that downloads it', async () => {
    const { isInstalled, embed } = open();
    expect(await isInstalled()).toBe(false);
    await expect(embed(['text'])).rejects.toMatchObject({
      code: 'not_installed',
      retryable: false,
      message: 'The embedding model is not on this machine: run `node fetch-models.mjs`.',
    });
  });

  test('rejects a damaged model by its checksum', async () => {
    await writeFile(path.join(folder, 'all-MiniLM-L6-v2-q8.onnx'), 'something else');
    const { embed } = open();
    await expect(embed(['text'])).rejects.toMatchObject({
      code: 'not_installed',
      message: expect.stringMatching(/q8\.onnx .* is damaged: run `node fetch-models.mjs`/),
    });
  });
});
