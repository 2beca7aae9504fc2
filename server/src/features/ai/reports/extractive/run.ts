import { Worker } from 'node:worker_threads';
import type { Embedder } from '../../../../platform/ai/embed/index.ts';
import type { Draft, DraftRequest } from '../draft.ts';
import type { Embedders } from './compare-passages.ts';
import type { FromThread, ToThread } from './protocol.ts';

const heapMegabytes = 1024;
/** Progress is reported and a cancellation is noticed between batches. */
const batchSize = 64;

export interface DraftOptions {
  /** Without them, passages are compared and judged by their words. */
  embedders: Record<keyof Embedders, Embedder> | undefined;
  signal: AbortSignal;
  /** Called with the share of the passages that are embedded, 0 to 1. */
  onProgress?: (share: number) => void;
}

/**
 * Runs in a thread, because comparing thousands of sentences takes seconds and would block requests. The thread asks for
 * embeddings, which a child process computes.
 */
export function draftInThread(
  request: DraftRequest,
  { embedders, signal, onProgress }: DraftOptions,
): Promise<Draft> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const worker = new Worker(new URL('./worker.ts', import.meta.url), {
      workerData: { request, canEmbed: embedders !== undefined },
      resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
    });
    const stop = () => void worker.terminate();
    const fail = (error: unknown) => {
      reject(signal.aborted ? signal.reason : error);
      stop();
    };
    signal.addEventListener('abort', stop, { once: true });
    worker.on('message', (message: FromThread) => {
      if ('draft' in message) return resolve(message.draft);
      const { embed, by } = message;
      embedAll((embedders as Record<keyof Embedders, Embedder>)[by], embed, signal, onProgress).then(
        (vectors) => worker.postMessage({ vectors } satisfies ToThread),
        fail,
      );
    });
    worker.once('error', fail);
    worker.once('exit', () => {
      signal.removeEventListener('abort', stop);
      fail(new Error('The thread ended without a draft.'));
    });
  });
}

async function embedAll(
  embedder: Embedder,
  texts: string[],
  signal: AbortSignal,
  onProgress: DraftOptions['onProgress'],
): Promise<Float32Array[]> {
  const vectors: Float32Array[] = [];
  for (let at = 0; at < texts.length; at += batchSize) {
    signal.throwIfAborted();
    vectors.push(...(await embedder.embed(texts.slice(at, at + batchSize), signal)));
    onProgress?.(vectors.length / texts.length);
  }
  return vectors;
}
