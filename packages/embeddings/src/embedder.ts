import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type ModelProcessLog, startModelProcess } from '@parley/local-models';
import { EmbeddingError, type Hints } from './embedding-error.ts';
import { isInstalled } from './model-files.ts';
import type { EmbedCommand, EmbeddingMessage } from './protocol.ts';
import { type Batch, createQueue } from './queue.ts';
import { dimensions } from './vectors.ts';

export interface EmbedderOptions {
  /** Where the model files are; the first folder that has a file is used. */
  folders: string[];
  /** Threads that compute. One takes about 2 ms for a sentence. */
  threads?: number;
  log?: ModelProcessLog;
  hints?: Partial<Hints>;
  /** The path of a pooling, see pooling.ts. Vectors of different poolings cannot be compared. */
  pooling?: string;
  /** How long an idle process stays alive with its model in memory. */
  idleMs?: number;
  /** How long a batch of at most 16 texts may take. */
  timeoutMs?: number;
  /** For tests: another program in place of the embedding process. */
  program?: string;
}

export interface LocalEmbedder {
  /** Whether the files of the model and of ONNX Runtime are there. Does not verify their content. */
  isInstalled(): Promise<boolean>;
  model: string;
  dimensions: number;
  /** Returns one unit vector for each text. Throws EmbeddingError, or the signal's reason. */
  embed(texts: string[], signal?: AbortSignal): Promise<Float32Array[]>;
  /** Ends the process at once. */
  close(): void;
}

const defaultHints: Hints = { fetchModels: 'node fetch-models.mjs' };
const silentLog = { warn: () => {} };
const attemptsMax = 2;
/** Below the application, but high enough that a search that a user waits for is fast on a busy machine. */
const niceness = 3;

/** Embeddings on this machine, in a process of its own. No data leaves the machine. */
export function createLocalEmbedder(options: EmbedderOptions): LocalEmbedder {
  const { folders, threads = 1, log = silentLog, idleMs = 600_000, timeoutMs = 60_000 } = options;
  const hints = { ...defaultHints, ...options.hints };
  const program = options.program ?? fileURLToPath(new URL('./embedding-process.ts', import.meta.url));
  const model = { folders, threads, hints, pooling: options.pooling };
  const queue = createQueue();
  let child: ChildProcess | undefined;
  let idleTimer: NodeJS.Timeout | undefined;
  let working = false;
  let closed = false;

  const stop = () => {
    clearTimeout(idleTimer);
    child?.kill('SIGKILL');
    child = undefined;
  };

  async function work(): Promise<void> {
    if (working) return;
    working = true;
    clearTimeout(idleTimer);
    for (let batch = queue.next(); batch; batch = queue.next()) {
      try {
        queue.complete(batch, await runWithRetry(batch));
      } catch (error) {
        queue.remove(batch.request);
        batch.request.reject(error);
      }
    }
    working = false;
    if (child) idleTimer = setTimeout(stop, idleMs).unref();
  }

  async function runWithRetry({ texts }: Batch): Promise<Float32Array[]> {
    for (let attempt = 1; ; attempt++) {
      if (closed) throw new EmbeddingError('interrupted', 'The embedding process was closed.');
      if (!child?.connected) {
        stop();
        child = startModelProcess(program, 'embeddings', log, niceness);
      }
      try {
        return await run(child, { texts, model }, timeoutMs);
      } catch (error) {
        // A process that reported a permanent error is healthy; after any other failure its state is unknown.
        if (error instanceof EmbeddingError && !error.retryable) throw error;
        stop();
        if (attempt === attemptsMax) throw error;
      }
    }
  }

  return {
    isInstalled: () => isInstalled(folders),
    model: 'all-MiniLM-L6-v2-q8',
    dimensions,
    embed: (texts, signal) =>
      new Promise((resolve, reject) => {
        signal?.throwIfAborted();
        if (texts.length === 0) return resolve([]);
        const onAbort = () => {
          queue.remove(request);
          reject(signal?.reason);
        };
        const unlisten = () => signal?.removeEventListener('abort', onAbort);
        const request = queue.add(
          texts,
          (vectors) => {
            unlisten();
            resolve(vectors);
          },
          (reason) => {
            unlisten();
            reject(reason);
          },
        );
        signal?.addEventListener('abort', onAbort, { once: true });
        void work();
      }),
    close() {
      closed = true;
      for (const request of queue.clear())
        request.reject(new EmbeddingError('interrupted', 'The embedding process was closed.'));
      stop();
    },
  };
}

/** Sends one command and waits for its result. Always ends: the time limit or the exit of the process end it. */
function run(child: ChildProcess, command: EmbedCommand, timeoutMs: number): Promise<Float32Array[]> {
  return new Promise((resolve, reject) => {
    const fail = (code: EmbeddingError['code'], message: string) =>
      finish(() => reject(new EmbeddingError(code, message)));
    const timer = setTimeout(
      () => fail('interrupted', 'Computing embeddings took too long and was stopped.'),
      timeoutMs,
    );
    const onMessage = (message: EmbeddingMessage) =>
      message.kind === 'failed'
        ? fail(message.code, message.message)
        : finish(() => resolve(message.vectors));
    const onExit = (_code: number | null, killedBy: NodeJS.Signals | null) =>
      killedBy === 'SIGILL'
        ? fail('not_installed', "This processor can't run the embedding model.")
        : fail('interrupted', 'The embedding process ended unexpectedly.');
    const finish = (report: () => void) => {
      clearTimeout(timer);
      child.off('message', onMessage).off('exit', onExit);
      report();
    };
    child.on('message', onMessage).on('exit', onExit);
    child.send(command, (error) => {
      if (error) fail('interrupted', 'The embedding process could not be reached.');
    });
  });
}
