import { Worker } from 'node:worker_threads';
import type { Embedder } from '../../../../platform/ai/embed/index.ts';
import type { AutoTagRequest, Proposal } from '../proposal.ts';
import type { FromThread, ToThread } from './protocol.ts';

const heapMegabytes = 1024;

interface Run {
  embedder: Embedder;
  signal: AbortSignal;
  /** Called with the number of texts that have vectors. */
  onEmbedded(count: number): void;
}

/** Compares texts in a thread, because that takes seconds. The embedder has its own process and is called from here. */
export function proposeInThread(request: AutoTagRequest, run: Run): Promise<Proposal> {
  const { embedder, signal, onEmbedded } = run;
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const worker = new Worker(new URL('./worker.ts', import.meta.url), {
      workerData: request,
      resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
    });
    const stop = () => void worker.terminate();
    const fail = (error: unknown) => {
      reject(error);
      stop();
    };
    signal.addEventListener('abort', stop, { once: true });
    worker.on('message', (message: FromThread) => {
      if ('proposal' in message) return resolve(message.proposal);
      onEmbedded(message.done);
      embedder
        .embed(message.texts, signal)
        .then((vectors) => worker.postMessage({ vectors } satisfies ToThread), fail);
    });
    worker.once('error', reject);
    worker.once('exit', () => {
      signal.removeEventListener('abort', stop);
      reject(signal.aborted ? signal.reason : new Error('The thread ended without a proposal.'));
    });
  });
}
