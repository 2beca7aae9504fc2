import { parentPort, workerData } from 'node:worker_threads';
import type { DraftRequest } from '../draft.ts';
import { draftReport } from './draft-report.ts';

/** The thread behind run.ts. */
parentPort?.postMessage(draftReport(workerData as DraftRequest));
