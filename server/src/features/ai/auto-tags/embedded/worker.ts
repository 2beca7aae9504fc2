import { once } from 'node:events';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { proposeTaggings } from './propose.ts';
import type { FromThread, ThreadInput, ToThread } from './protocol.ts';

/** The thread behind run.ts. */
const port = parentPort as MessagePort;
const send = (message: FromThread) => port.postMessage(message);
const batchTexts = 64;
let done = 0;

async function embed(texts: string[]): Promise<Float32Array[]> {
  const vectors: Float32Array[] = [];
  for (let at = 0; at < texts.length; at += batchTexts) {
    send({ texts: texts.slice(at, at + batchTexts), done });
    const [answer] = (await once(port, 'message')) as [ToThread];
    vectors.push(...answer.vectors);
    done += answer.vectors.length;
  }
  return vectors;
}

send({ proposal: await proposeTaggings(workerData as ThreadInput, embed) });
port.close();
