import type { ChildProcess } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { startModelProcess } from '@parley/local-models';
import { enginesInstalled } from './engines.ts';
import { defaultEnglishModel, type EnglishModel, findModelFiles } from './model-files.ts';
import type { SpeechMessage, TranscribeCommand } from './protocol.ts';
import { type Hints, SpeechError, type SpeechRequest, type Transcription } from './speech.ts';

export interface SpeechRecognizerOptions {
  /** Where the model files are; the first folder that has a file is used. */
  folders: string[];
  /** Where files that are generated from the models are written. */
  cacheDir: string;
  /** The model for English; by default the best one for this processor. */
  english?: EnglishModel;
  log?: { warn(fields: object, message: string): void };
  hints?: Partial<Hints>;
  /** How long an idle speech process stays alive with its models in memory. */
  idleMs?: number;
  /** How long it may report no progress: a window of thirty seconds takes seconds, or minutes on a busy x64 machine. */
  stallMs?: number;
  /** How long a recording of this duration may take in total. */
  limitMs?(durationSeconds: number): number;
  /** For tests: another program in place of the speech process. */
  program?: string;
}

export interface SpeechRecognizer {
  /** Whether the engines and the models are installed. */
  available: boolean;
  /** The model for English. */
  model: EnglishModel;
  /** Recordings are transcribed one at a time; further calls wait. Throws SpeechError, or the signal's reason. */
  transcribe(request: SpeechRequest): Promise<Transcription>;
  /** Ends the speech process at once. */
  close(): void;
}

const minute = 60_000;
/** A recording takes minutes of processor time, and its transcript is not needed within seconds. */
const niceness = 10;
// Ten minutes for loading models, and twenty times the duration of the recording.
const defaultLimitMs = (durationSeconds: number) => 10 * minute + durationSeconds * 20_000;
/** A timer with a longer time fires at once. */
const timerMsMax = 2 ** 31 - 1;
const defaultHints: Hints = {
  fetchModels: 'node fetch-models.mjs',
  alternative: 'use a transcription service',
};
const silentLog = { warn: () => {} };

/** Speech recognition on this machine, in a process of its own. No data leaves the machine. */
export async function createSpeechRecognizer(options: SpeechRecognizerOptions): Promise<SpeechRecognizer> {
  const { folders, cacheDir, log = silentLog, idleMs = 3 * minute, stallMs = 10 * minute } = options;
  const { english = defaultEnglishModel(), limitMs = defaultLimitMs } = options;
  const hints = { ...defaultHints, ...options.hints };
  const program = options.program ?? fileURLToPath(new URL('./speech-process.ts', import.meta.url));
  const models = { english, folders, cacheDir, hints, threads: Math.min(4, availableParallelism()) };
  let child: ChildProcess | undefined;
  let idleTimer: NodeJS.Timeout | undefined;
  let queue: Promise<unknown> = Promise.resolve();

  const stop = () => {
    clearTimeout(idleTimer);
    child?.kill('SIGKILL');
    child = undefined;
  };

  async function transcribe(request: SpeechRequest): Promise<Transcription> {
    request.signal.throwIfAborted();
    clearTimeout(idleTimer);
    child ??= startModelProcess(program, 'speech', log, niceness);
    const { signal, onProgress, onFinished, ...fields } = request;
    const limits = { stallMs, limitMs: limitMs(request.duration_seconds) };
    try {
      return await run(child, { kind: 'transcribe', ...fields, models }, request, limits, hints);
    } catch (error) {
      // A process that reported a permanent error is healthy; after any other failure its state is unknown.
      if (!(error instanceof SpeechError) || error.retryable) stop();
      throw error;
    } finally {
      if (child?.connected) idleTimer = setTimeout(stop, idleMs).unref();
      else child = undefined;
    }
  }

  return {
    available: await isAvailable(english, folders),
    model: english,
    transcribe(request) {
      const result = queue.then(() => transcribe(request));
      queue = result.catch(() => {});
      return rejectOnAbort(result, request.signal);
    },
    close: stop,
  };
}

/** Rejects as soon as the signal aborts, even while the request waits for another recording. */
function rejectOnAbort<T>(result: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    result.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}

async function isAvailable(english: EnglishModel, folders: string[]): Promise<boolean> {
  const names = ['silero-vad', 'whisper-tiny', english] as const;
  const models = await Promise.all(names.map((name) => findModelFiles(name, folders)));
  return enginesInstalled() && models.every((files) => files !== undefined);
}

/** Sends one command and waits for its result. Always ends: the limits, an abort or the exit of the process end it. */
function run(
  child: ChildProcess,
  command: TranscribeCommand,
  { signal, onProgress, onFinished }: SpeechRequest,
  limits: { stallMs: number; limitMs: number },
  hints: Hints,
): Promise<Transcription> {
  return new Promise((resolve, reject) => {
    const fail = (code: SpeechError['code'], message: string) =>
      finish(() => reject(new SpeechError(code, message)));
    const onStall = () =>
      fail(
        'interrupted',
        'Speech recognition was stopped because it made no progress: the machine may be busy.',
      );
    const onLimit = () =>
      fail('interrupted', 'Speech recognition took too long and was stopped: the machine may be busy.');
    let stallTimer = setTimeout(onStall, limits.stallMs);
    const limitTimer = setTimeout(onLimit, Math.min(limits.limitMs, timerMsMax));
    const onMessage = (message: SpeechMessage) => {
      if (message.kind === 'failed') return fail(message.code, message.message);
      if (message.kind === 'done')
        return finish(() => resolve({ language: message.language, segments: message.segments }));
      clearTimeout(stallTimer);
      stallTimer = setTimeout(onStall, limits.stallMs);
      if (message.kind === 'progress') onProgress(message.fraction);
      else onFinished?.(message.step);
    };
    const onExit = (_code: number | null, killedBy: NodeJS.Signals | null) =>
      killedBy === 'SIGILL'
        ? fail('not_installed', `This processor can't run the speech engine: ${hints.alternative}.`)
        : fail('interrupted', 'The speech recognition process ended unexpectedly.');
    const onAbort = () => finish(() => reject(signal.reason));
    const finish = (report: () => void) => {
      clearTimeout(stallTimer);
      clearTimeout(limitTimer);
      child.off('message', onMessage).off('exit', onExit);
      signal.removeEventListener('abort', onAbort);
      report();
    };
    child.on('message', onMessage).on('exit', onExit);
    signal.addEventListener('abort', onAbort, { once: true });
    child.send(command, (error) => {
      if (error) fail('interrupted', 'Speech recognition could not be started.');
    });
  });
}
