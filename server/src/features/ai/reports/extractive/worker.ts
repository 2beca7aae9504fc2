import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { draftReport } from './draft-report.ts';
import type { FromThread, ThreadData, ToThread } from './protocol.ts';

/** The thread behind run.ts. */
const { request, canEmbed } = workerData as ThreadData;
const send = (message: FromThread) => parentPort?.postMessage(message);

async function embed(texts: string[]): Promise<Float32Array[]> {
  if (texts.length === 0 || !parentPort) return [];
  const response = once(parentPort, 'message') as Promise<[ToThread]>;
  send({ embed: texts });
  const [{ vectors }] = await response;
  return vectors;
}

send({ draft: await draftReport(request, canEmbed ? embed : undefined) });
