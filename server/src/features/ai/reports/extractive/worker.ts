import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import type { Embedders } from './compare-passages.ts';
import { draftReport } from './draft-report.ts';
import type { FromThread, ThreadData, ToThread } from './protocol.ts';

/** The thread behind run.ts. */
const { request, canEmbed } = workerData as ThreadData;
const send = (message: FromThread) => parentPort?.postMessage(message);

async function embed(texts: string[], by: keyof Embedders): Promise<Float32Array[]> {
  if (texts.length === 0 || !parentPort) return [];
  const response = once(parentPort, 'message') as Promise<[ToThread]>;
  send({ embed: texts, by });
  const [{ vectors }] = await response;
  return vectors;
}

const embedders: Embedders = {
  meaning: (texts) => embed(texts, 'meaning'),
  mood: (texts) => embed(texts, 'mood'),
};
send({ draft: await draftReport(request, canEmbed ? embedders : undefined) });
