import { Worker } from 'node:worker_threads';
import type { Draft, DraftRequest } from '../draft.ts';

/** The name of the embedded generator in `model` and in the workspace. */
export const extractiveModel = 'parley-extractive-1';
const heapMegabytes = 1024;

/** Runs in a thread, because comparing thousands of sentences takes seconds and would block requests. */
export function draftInThread(request: DraftRequest, signal: AbortSignal): Promise<Draft> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const worker = new Worker(new URL('./worker.ts', import.meta.url), {
      workerData: request,
      resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
    });
    const stop = () => void worker.terminate();
    signal.addEventListener('abort', stop, { once: true });
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => {
      signal.removeEventListener('abort', stop);
      reject(signal.aborted ? signal.reason : new Error('The thread ended without a draft.'));
    });
  });
}
