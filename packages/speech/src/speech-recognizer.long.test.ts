import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { FinishedStep, SpeechRequest } from './speech.ts';
import { createSpeechRecognizer, type SpeechRecognizerOptions } from './speech-recognizer.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'speech-test-'));
  // Without a data chunk, the samples start after 44 bytes: one second of silence.
  await writeFile(path.join(folder, 'silence.wav'), Buffer.alloc(44 + 32_000));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const open = (options: Partial<SpeechRecognizerOptions>) =>
  createSpeechRecognizer({ english: 'moonshine-tiny', folders: [folder], cacheDir: folder, ...options });

const request = (given: Partial<SpeechRequest> = {}): SpeechRequest => ({
  wavPath: path.join(folder, 'silence.wav'),
  duration_seconds: 1,
  vocabulary: [],
  diarize: true,
  signal: new AbortController().signal,
  onProgress() {},
  ...given,
});

let programs = 0;
/** A program in place of the speech process: writes down its process id, then runs the given code for each command. */
async function program(onCommand: string): Promise<{ file: string; pid(): Promise<number> }> {
  const file = path.join(folder, `program${++programs}.mjs`);
  const pidFile = `${file}.pid`;
  await writeFile(
    file,
    `import { writeFileSync } from 'node:fs';
     process.on('message', (command) => { writeFileSync(${JSON.stringify(pidFile)}, String(process.pid)); ${onCommand} });`,
  );
  const pid = () =>
    vi.waitFor(async () => Number((await readFile(pidFile, 'utf8')) || assert.fail('empty')), {
      timeout: 30_000,
    });
  return { file, pid };
}

const hasEnded = (pid: number) => {
  try {
    process.kill(pid, 0);
    // An ended orphan stays listed as a zombie until init reads its exit code, and not every container has an init.
    return process.platform === 'linux' && stateOf(pid) === 'Z';
  } catch {
    return true;
  }
};

/** The state follows the name of the program, which is in brackets and may contain anything. */
const stateOf = (pid: number) => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat[stat.lastIndexOf(')') + 2];
};

const waitForEnd = (pid: number) => vi.waitFor(() => assert(hasEnded(pid)), { timeout: 30_000 });

describe('a speech process', () => {
  test('kills a speech process that reports no progress for too long, and the error is retryable', async () => {
    const stuck = await program('for (;;);');
    const recognizer = await open({ program: stuck.file, stallMs: 5_000 });
    await expect(recognizer.transcribe(request())).rejects.toMatchObject({
      code: 'interrupted',
      retryable: true,
      message: expect.stringContaining('no progress'),
    });
    const pid = await stuck.pid();
    await waitForEnd(pid);
  });

  test('kills a speech process when the time limit of the recording is reached', async () => {
    const endless = await program(`setInterval(() => process.send({ kind: 'progress', fraction: 0.5 }), 20)`);
    const recognizer = await open({ program: endless.file, limitMs: () => 5_000 });
    let reports = 0;
    const onProgress = () => {
      reports++;
    };
    await expect(recognizer.transcribe(request({ onProgress }))).rejects.toThrow('too long');
    expect(reports).toBeGreaterThan(0);
    const pid = await endless.pid();
    await waitForEnd(pid);
  });

  test('kills a speech process when its request is canceled, and a new one transcribes the next recording', async () => {
    const stuck = await program(
      `if (command.language === 'de') process.send({ kind: 'done', language: 'de', segments: [] }); else for (;;);`,
    );
    const recognizer = await open({ program: stuck.file });
    const cancel = new AbortController();
    const work = recognizer.transcribe(request({ signal: cancel.signal }));
    const pid = await stuck.pid();
    cancel.abort(new Error('canceled'));
    await expect(work).rejects.toThrow('canceled');
    await waitForEnd(pid);
    expect(await recognizer.transcribe(request({ language: 'de' }))).toEqual({
      language: 'de',
      segments: [],
    });
    recognizer.close();
  });

  test('reports its finished steps and gets those of the attempt before it', async () => {
    const steps = await program(
      `if (!command.finished) process.send({ kind: 'finished', step: { kind: 'language', language: 'de' } });
       process.send({ kind: 'done', language: command.finished?.[0].language ?? null, segments: [] });`,
    );
    const recognizer = await open({ program: steps.file });
    const finished: FinishedStep[] = [];
    await recognizer.transcribe(request({ onFinished: (step) => finished.push(step) }));
    expect(finished).toEqual([{ kind: 'language', language: 'de' }]);
    expect(await recognizer.transcribe(request({ finished }))).toMatchObject({ language: 'de' });
    recognizer.close();
  });

  test('cancels a waiting request without delay while the speech process transcribes another recording', async () => {
    const stuck = await program('for (;;);');
    const recognizer = await open({ program: stuck.file });
    const cancel = new AbortController();
    const running = recognizer.transcribe(request({ signal: cancel.signal }));
    const other = new AbortController();
    const waiting = recognizer.transcribe(request({ signal: other.signal }));
    const rejected = expect(waiting).rejects.toThrow('not needed');
    await stuck.pid();
    other.abort(new Error('not needed'));
    await rejected;
    const late = recognizer.transcribe(request({ signal: other.signal }));
    await expect(late).rejects.toThrow('not needed');
    cancel.abort(new Error('canceled'));
    await expect(running).rejects.toThrow('canceled');
  });

  test('fails the request with a retryable error when the speech process crashes', async () => {
    const crashing = await program(`process.kill(process.pid, 'SIGSEGV')`);
    const recognizer = await open({ program: crashing.file });
    await expect(recognizer.transcribe(request())).rejects.toMatchObject({ code: 'interrupted' });
  });

  test('a speech process may work on a recording of days for weeks', async () => {
    const quick = await program(
      `setTimeout(() => process.send({ kind: 'done', language: 'en', segments: [] }), 200)`,
    );
    const recognizer = await open({ program: quick.file });
    const days = 3 * 24 * 3600;
    expect(await recognizer.transcribe(request({ duration_seconds: days }))).toMatchObject({
      language: 'en',
    });
    recognizer.close();
  });

  test('ends an idle speech process', async () => {
    const quick = await program(`process.send({ kind: 'done', language: 'en', segments: [] })`);
    const recognizer = await open({ program: quick.file, idleMs: 100 });
    await recognizer.transcribe(request());
    const pid = await quick.pid();
    await waitForEnd(pid);
  });

  test('ends when its parent process is killed', async () => {
    const speech = fileURLToPath(new URL('./speech-process.ts', import.meta.url));
    const starter = `const c = require('node:child_process').fork(${JSON.stringify(speech)}); console.log(c.pid)`;
    const parent: ChildProcess = spawn(process.execPath, ['-e', starter], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let output = '';
    parent.stdout?.on('data', (chunk: Buffer) => {
      output += chunk;
    });
    const pid = await vi.waitFor(() => Number(/^(\d+)\n/.exec(output)?.[1] ?? assert.fail('no process id')), {
      timeout: 30_000,
    });
    expect(hasEnded(pid)).toBe(false);
    parent.kill('SIGKILL');
    await waitForEnd(pid);
  });
});

describe('models', () => {
  test('reports missing models with the command that downloads them', async () => {
    const recognizer = await open({ folders: [path.join(folder, 'nowhere')] });
    expect(recognizer.available).toBe(false);
    await expect(recognizer.transcribe(request())).rejects.toMatchObject({
      code: 'not_installed',
      retryable: false,
      message: expect.stringMatching(/silero-vad is not on this machine: run `node fetch-models.mjs`/),
    });
    recognizer.close();
  });

  test('rejects damaged models by their checksum', async () => {
    await writeFile(path.join(folder, 'silero_vad.onnx'), 'something else');
    const recognizer = await open({});
    await expect(recognizer.transcribe(request())).rejects.toMatchObject({
      code: 'not_installed',
      message: expect.stringMatching(/silero_vad\.onnx .* is damaged: run `node fetch-models.mjs`/),
    });
    recognizer.close();
  });
});
