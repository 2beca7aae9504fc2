import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../../../../../test/harness.ts';
import { makeRecording } from '../../../../../test/media.ts';
import { createLog } from '../../../log/log.ts';
import type { SpeechRequest } from '../transcriber.ts';
import { createEmbeddedTranscriber, type EmbeddedConfig } from './embedded.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'parley-speech-'));
  await writeFile(path.join(folder, 'tone.wav'), await makeRecording('wav', { seconds: 1 }));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const open = (config: Partial<EmbeddedConfig>) =>
  createEmbeddedTranscriber({
    english: 'moonshine-tiny',
    folders: [folder],
    cacheDir: folder,
    log: createLog('silent'),
    ...config,
  });

const request = (given: Partial<SpeechRequest> = {}): SpeechRequest => ({
  wavPath: path.join(folder, 'tone.wav'),
  duration_seconds: 1,
  vocabulary: [],
  diarize: true,
  signal: new AbortController().signal,
  onProgress() {},
  ...given,
});

let programs = 0;
/** A speech process that is not one: it leaves its process id, then does as told with each order. */
async function program(onOrder: string): Promise<{ file: string; pid(): Promise<number> }> {
  const file = path.join(folder, `program${++programs}.mjs`);
  const note = `${file}.pid`;
  await writeFile(
    file,
    `import { writeFileSync } from 'node:fs';
     process.on('message', (order) => { writeFileSync(${JSON.stringify(note)}, String(process.pid)); ${onOrder} });`,
  );
  const pid = () =>
    until(async () => existsSync(note) && Number(await readFile(note, 'utf8')), 'the process');
  return { file, pid };
}

const isGone = (pid: number) => {
  try {
    process.kill(pid, 0);
    // An orphan that has ended keeps its number until somebody asks for its exit code: not every container has such a one.
    return process.platform === 'linux' && stateOf(pid) === 'Z';
  } catch {
    return true;
  }
};

/** The name of the program stands before it, in brackets, and may hold anything. */
const stateOf = (pid: number) => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat[stat.lastIndexOf(')') + 2];
};

describe('a speech process', () => {
  test('that says nothing for too long is killed, and another try may help', async () => {
    const silent = await program('for (;;);');
    const transcriber = await open({ program: silent.file, stallMs: 5_000 });
    await expect(transcriber.transcribe(request())).rejects.toMatchObject({
      code: 'provider_unavailable',
      passing: true,
      message: expect.stringContaining('too long'),
    });
    const pid = await silent.pid();
    await until(() => isGone(pid), 'it to be gone');
  });

  test('that goes on and on is killed when the recording has had its time', async () => {
    const endless = await program(`setInterval(() => process.send({ kind: 'progress', fraction: 0.5 }), 20)`);
    const transcriber = await open({ program: endless.file, limitMs: () => 5_000 });
    let heard = 0;
    const onProgress = () => {
      heard++;
    };
    await expect(transcriber.transcribe(request({ onProgress }))).rejects.toThrow('too long');
    expect(heard).toBeGreaterThan(0);
    const pid = await endless.pid();
    await until(() => isGone(pid), 'it to be gone');
  });

  test('is killed when its work is canceled, and a new one hears the next recording', async () => {
    const silent = await program(
      `if (order.language === 'de') process.send({ kind: 'done', language: 'de', segments: [] }); else for (;;);`,
    );
    const transcriber = await open({ program: silent.file });
    const cancel = new AbortController();
    const work = transcriber.transcribe(request({ signal: cancel.signal }));
    const pid = await silent.pid();
    cancel.abort(new Error('canceled'));
    await expect(work).rejects.toThrow('canceled');
    await until(() => isGone(pid), 'it to be gone');
    expect(await transcriber.transcribe(request({ language: 'de' }))).toEqual({
      language: 'de',
      segments: [],
    });
    transcriber.close();
  });

  test('that crashes costs a try, not the server', async () => {
    const crashing = await program(`process.kill(process.pid, 'SIGSEGV')`);
    const transcriber = await open({ program: crashing.file });
    await expect(transcriber.transcribe(request())).rejects.toMatchObject({ code: 'provider_unavailable' });
  });

  test('with nothing to do gives its memory back', async () => {
    const quick = await program(`process.send({ kind: 'done', language: 'en', segments: [] })`);
    const transcriber = await open({ program: quick.file, idleMs: 100 });
    await transcriber.transcribe(request());
    const pid = await quick.pid();
    await until(() => isGone(pid), 'it to be gone');
  });

  test('does not outlive the process that started it', async () => {
    const speech = fileURLToPath(new URL('./speech-process.ts', import.meta.url));
    const starter = `const c = require('node:child_process').fork(${JSON.stringify(speech)}); console.log(c.pid)`;
    const parent: ChildProcess = spawn(process.execPath, ['-e', starter], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let said = '';
    parent.stdout?.on('data', (chunk: Buffer) => {
      said += chunk;
    });
    const pid = await until(() => said.includes('\n') && Number(said), 'the process id');
    expect(isGone(pid)).toBe(false);
    parent.kill('SIGKILL');
    await until(() => isGone(pid), 'it to be gone');
  });
});

describe('models', () => {
  test('that are missing: a sentence that names the command', async () => {
    const transcriber = await open({ folders: [path.join(folder, 'nowhere')] });
    expect(transcriber.name).toBe('none');
    await expect(transcriber.transcribe(request())).rejects.toMatchObject({
      code: 'not_configured',
      passing: false,
      message: expect.stringMatching(/silero-vad is not on this machine: run `npm run models`/),
    });
    transcriber.close();
  });

  test('that are damaged are refused by their checksum', async () => {
    await writeFile(path.join(folder, 'silero_vad.onnx'), 'something else');
    const transcriber = await open({});
    await expect(transcriber.transcribe(request())).rejects.toMatchObject({
      code: 'not_configured',
      message: expect.stringMatching(/silero_vad\.onnx .* is damaged: run `npm run models`/),
    });
    transcriber.close();
  });
});
