import { type ChildProcess, fork } from 'node:child_process';
import { availableParallelism, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Log } from '../../../log/log.ts';
import { type Speech, type SpeechRequest, type Transcriber, TranscriberError } from '../transcriber.ts';
import { enginesInstalled } from './engines.ts';
import { type EnglishModel, findModel } from './models.ts';
import type { ListenOrder, SpeechNews } from './protocol.ts';

export interface EmbeddedConfig {
  english: EnglishModel;
  folders: string[];
  cacheDir: string;
  log: Log;
  /** How long a speech process with nothing to do keeps its models in memory. */
  idleMs?: number;
  /** How long it may say nothing: a window of thirty seconds takes seconds, on a busy x64 machine minutes. */
  stallMs?: number;
  /** How long a recording of this length may take as a whole. */
  limitMs?(durationSeconds: number): number;
  /** Another program in its place. */
  program?: string;
}

export interface EmbeddedTranscriber extends Transcriber {
  close(): void;
}

const minute = 60_000;
const slowest = (durationSeconds: number) => 10 * minute + durationSeconds * 20_000;

/** Whether recordings can be heard on this machine. */
export async function embeddedIsThere({ english, folders }: EmbeddedConfig): Promise<boolean> {
  const models = await Promise.all(
    (['silero-vad', 'whisper-tiny', english] as const).map((name) => findModel(name, folders)),
  );
  return enginesInstalled() && models.every((files) => files !== undefined);
}

/** Speech recognition on this machine, in a process of its own; nothing leaves the machine. */
export async function createEmbeddedTranscriber(config: EmbeddedConfig): Promise<EmbeddedTranscriber> {
  const { english, folders, cacheDir, log, idleMs = 3 * minute, stallMs = 10 * minute } = config;
  const limitMs = config.limitMs ?? slowest;
  const program = config.program ?? fileURLToPath(new URL('./speech-process.ts', import.meta.url));
  // At low priority, so that whoever waits for an answer comes first.
  const threads = Math.min(4, availableParallelism());
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  let queue: Promise<unknown> = Promise.resolve();

  const stop = () => {
    clearTimeout(idle);
    child?.kill('SIGKILL');
    child = undefined;
  };

  async function hear(request: SpeechRequest): Promise<Speech> {
    request.signal.throwIfAborted();
    clearTimeout(idle);
    child ??= startSpeech(program, log);
    const { wavPath, duration_seconds, language, vocabulary, diarize, speakers_expected } = request;
    const given = { wavPath, duration_seconds, language, vocabulary, diarize, speakers_expected };
    try {
      return await converse(
        child,
        { kind: 'listen', ...given, english, folders, cacheDir, threads },
        request,
        {
          stallMs,
          limitMs: limitMs(duration_seconds),
        },
      );
    } catch (error) {
      // Whoever refuses in words is well; of anyone else it is not known what they do.
      if (!(error instanceof TranscriberError) || error.passing) stop();
      throw error;
    } finally {
      if (child?.connected) idle = setTimeout(stop, idleMs).unref();
      else child = undefined;
    }
  }

  return {
    name: (await embeddedIsThere(config)) ? 'embedded' : 'none',
    model: english,
    sends_data_outside: false,
    transcribe(request) {
      const mine = queue.then(() => hear(request));
      queue = mine.catch(() => {});
      return mine;
    },
    close: stop,
  };
}

function startSpeech(program: string, log: Log): ChildProcess {
  const child = fork(program, [], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    execArgv: ['--no-warnings'],
    // Threads that spin while they wait would take the core from whoever has work.
    env: { PATH: process.env.PATH, LANG: 'C', OMP_WAIT_POLICY: 'passive' },
  });
  let complaint = '';
  child.stderr?.setEncoding('latin1').on('data', (text: string) => {
    complaint = (complaint + text).slice(-2_000);
  });
  child.once('exit', (code, signal) => {
    if (code !== 0 && signal !== 'SIGKILL') log.warn({ code, signal, complaint }, 'the speech process ended');
  });
  child.on('error', (error) => log.warn({ err: error }, 'the speech process could not be reached'));
  try {
    if (child.pid) setPriority(child.pid, 10);
  } catch {
    // It has ended already, or the system has no priorities.
  }
  return child;
}

/** One order and what comes of it; it ends in every case. */
function converse(
  child: ChildProcess,
  order: ListenOrder,
  { signal, onProgress }: SpeechRequest,
  limits: { stallMs: number; limitMs: number },
): Promise<Speech> {
  return new Promise((resolve, reject) => {
    const fail = (code: TranscriberError['code'], message: string) =>
      end(() => reject(new TranscriberError(code, message)));
    const slow = () => fail('provider_unavailable', 'Speech recognition took too long and was stopped.');
    let stall = setTimeout(slow, limits.stallMs);
    const limit = setTimeout(slow, limits.limitMs);
    const onMessage = (news: SpeechNews) => {
      if (news.kind === 'failed') return fail(news.code, news.message);
      if (news.kind === 'done')
        return end(() => resolve({ language: news.language, segments: news.segments }));
      clearTimeout(stall);
      stall = setTimeout(slow, limits.stallMs);
      onProgress(news.fraction);
    };
    const onExit = (_code: number | null, killedBy: NodeJS.Signals | null) =>
      killedBy === 'SIGILL'
        ? fail('not_configured', 'This processor can not run the speech engine: set TRANSCRIBE_BASE_URL.')
        : fail('provider_unavailable', 'Speech recognition ended before its time.');
    const onAbort = () => end(() => reject(signal.reason));
    const end = (settle: () => void) => {
      clearTimeout(stall);
      clearTimeout(limit);
      child.off('message', onMessage).off('exit', onExit);
      signal.removeEventListener('abort', onAbort);
      settle();
    };
    child.on('message', onMessage).on('exit', onExit);
    signal.addEventListener('abort', onAbort, { once: true });
    child.send(order, (error) => {
      if (error) fail('provider_unavailable', 'Speech recognition could not be started.');
    });
  });
}
