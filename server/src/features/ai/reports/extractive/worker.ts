import { parentPort, workerData } from 'node:worker_threads';
import { type DraftRequest, draftReport } from './draft.ts';

/** The thread behind run.ts. */
parentPort?.postMessage(draftReport(workerData as DraftRequest));
