import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeRecording } from '../../../test/media.ts';
import { openMedia } from './open-media.ts';
import { type RunResult, runLimited } from './run-limited.ts';
import { findSandbox, programFiles, type Sandbox, type Visible } from './sandbox.ts';

const sandbox = await findSandbox();
if (!sandbox)
  console.warn(
    'Skipped: this kernel does not allow the namespaces of the sandbox (run as root, or allow user namespaces).',
  );

/** With a space in its name and not readable by other users, like some home folders. */
let folder: string;
let given: string;
let hidden: string;
let output: string;
beforeAll(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'parley-sandbox-test-')), 'a home');
  given = join(folder, 'given file');
  hidden = join(folder, 'hidden');
  output = join(folder, 'out put');
  await mkdir(output, { recursive: true });
  await Promise.all([writeFile(given, 'given'), writeFile(hidden, 'hidden')]);
  await chmod(folder, 0o700);
});
afterAll(() => rm(join(folder, '..'), { recursive: true, force: true }));

const limits = { timeoutMs: 30_000, memoryBytes: 4 * 1024 ** 3, fileBytes: 1024 ** 2, outputBytes: 10_000 };

const run = (program: string, args: string[], visible: Visible, inside: Sandbox | undefined = sandbox) =>
  runLimited({ program, args, limits, memoryKind: 'data', sandbox: inside, visible });

const shell = (command: string, ...args: string[]): Promise<RunResult> =>
  run('/bin/sh', ['-c', command, 'sh', ...args], { reads: [given], writes: [output] });

describe.skipIf(!sandbox)('inside the sandbox', { timeout: 60_000 }, async () => {
  test('a program can read the given file and no other', async () => {
    expect((await shell('cat "$1"', given)).output.toString()).toBe('given');
    for (const path of [hidden, '/etc/passwd', import.meta.filename])
      expect((await shell('cat "$1"', path)).code, path).toBe(1);
    expect((await shell('ls -a "$1"', folder)).output.toString().split('\n').sort().join(' ').trim()).toBe(
      '. .. given file out put',
    );
  });

  test('a program can write only to its folder', async () => {
    expect((await shell('echo made > "$1/made"', output)).code).toBe(0);
    expect(await readFile(join(output, 'made'), 'utf8')).toBe('made\n');
    expect((await shell('echo changed > "$1"', given)).code).not.toBe(0);
    expect((await shell('echo new > "$1/new"', folder)).code).not.toBe(0);
    expect((await shell('mount -o remount,rw "$1"', given)).code).not.toBe(0);
    expect(await readFile(given, 'utf8')).toBe('given');
  });

  test('a program cannot use the network, not even loopback', async () => {
    const server = createServer((_, response) => response.end('reached'));
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const code = `fetch(${JSON.stringify(url)}).then(() => process.exit(0), () => process.exit(7))`;
    const visible = { reads: programFiles() };
    try {
      const outside = await runLimited({
        program: process.execPath,
        args: ['-e', code],
        limits,
        memoryKind: 'data',
      });
      expect(outside.code).toBe(0);
      expect((await run(process.execPath, ['-e', code], visible)).code).toBe(7);
    } finally {
      server.close();
    }
  });

  test('a program cannot see other processes or gain privileges', async () => {
    expect((await shell('kill -0 "$1"', String(process.pid))).code).not.toBe(0);
    expect(
      (await shell('unshare --mount true || unshare --user --map-root-user --mount true')).code,
    ).not.toBe(0);
  });

  test('the signal that ended a program is reported', async () => {
    expect(await shell('kill -9 $$')).toMatchObject({ code: null, killedBy: 'SIGKILL' });
    expect(await shell('exec head -c 2000000 /dev/zero > "$1/large"', output)).toMatchObject({
      killedBy: 'SIGXFSZ',
    });
  });

  // An ordinary user runs all of these tests as an ordinary user. Root may start a process as the user nobody, which can be
  // refused user namespaces or an installation in a 0700 home.
  const asNobody = async (file: string, args: string[]) =>
    promisify(execFile)(file, args, { uid: 65_534, gid: 65_534, cwd: '/', env: { PATH: process.env.PATH } });
  const nobodyMay =
    process.getuid?.() === 0 &&
    (await Promise.all([
      asNobody('unshare', ['--user', '--map-root-user', '--mount', 'true']),
      asNobody(process.execPath, ['--version']),
      asNobody('cat', [import.meta.filename]),
    ]).then(
      () => true,
      () => false,
    ));
  test.skipIf(!nobodyMay)('a process that root starts as an ordinary user can create a sandbox', async () => {
    const module = JSON.stringify(new URL('./sandbox.ts', import.meta.url).href);
    const code = `import(${module}).then(async (m) => process.exit((await m.findSandbox()) ? 0 : 3))`;
    await expect(asNobody(process.execPath, ['-e', code])).resolves.toBeDefined();
  });

  test('ffmpeg reads and writes files in such a folder', async () => {
    const recording = join(folder, 'a talk.mp4');
    await writeFile(recording, await makeRecording('mp4', { seconds: 2 }), { mode: 0o600 });
    const media = openMedia({ cacheDir: join(folder, 'programs') });
    expect(await media.sandboxed()).toBe(true);
    expect(await media.probe(recording)).toMatchObject({ kind: 'video' });
    const picture = join(output, 'picture.jpg');
    await media.thumbnail({ input: recording, output: picture });
    expect((await readFile(picture)).subarray(0, 2)).toEqual(Buffer.of(0xff, 0xd8));
  });
});
