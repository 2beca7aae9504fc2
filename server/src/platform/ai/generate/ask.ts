import { setTimeout as sleep } from 'node:timers/promises';
import type { Outbound } from '../../outbound/index.ts';
import { badAnswer, GeneratorError } from './generator.ts';

/** A long report takes a few minutes on a slow machine. A request that takes longer is not expected to end. */
const deadlineMs = 10 * 60_000;
const answerBytesMax = 8 * 1024 * 1024;
/** A longer Retry-After counts as an unavailable server. */
const retryAfterMaxSeconds = 60;

export interface Question {
  url: string;
  headers: Record<string, string>;
  body: object;
  signal: AbortSignal;
}

interface Reply {
  status: number;
  json: unknown;
}

/** Posts JSON and reads JSON. Retries once if the server sends Retry-After; the task queue makes further attempts. */
export async function ask(outbound: Outbound, question: Question): Promise<Reply> {
  const first = await post(outbound, question);
  if (first.status !== 429 && first.status !== 503) return read(first);
  const seconds = Number(first.headers['retry-after'] ?? Number.NaN);
  if (!(seconds >= 0 && seconds <= retryAfterMaxSeconds)) return read(first);
  await sleep(seconds * 1000, undefined, { signal: question.signal });
  return read(await post(outbound, question));
}

async function post(outbound: Outbound, { url, headers, body, signal }: Question) {
  const outcome = await outbound.send({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json', ...headers },
    body: Buffer.from(JSON.stringify(body)),
    deadlineMs,
    maxResponseBytes: answerBytesMax,
    signal,
  });
  if (outcome.kind === 'error')
    throw new GeneratorError(
      'provider_unavailable',
      `The AI server could not be reached (${outcome.error}).`,
    );
  return outcome;
}

function read({ status, body }: { status: number; body: Buffer }): Reply {
  if (status >= 500 || status === 429 || status === 408)
    throw new GeneratorError('provider_unavailable', `The AI server responded with status ${status}.`);
  if (status !== 200) return { status, json: undefined };
  return { status, json: parseJson(body.toString()) };
}

export const refused = (status: number) =>
  new GeneratorError('provider_refused', `The AI server refused the request with status ${status}.`);

/** Small models often put the JSON in a fenced code block. */
export function parseJson(text: string): unknown {
  const bare = text.trim().replace(/^```(?:json)?\s*([\s\S]*?)\s*```$/, '$1');
  try {
    return JSON.parse(bare);
  } catch {
    throw badAnswer('is not JSON');
  }
}
