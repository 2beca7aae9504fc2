import { setTimeout as sleep } from 'node:timers/promises';
import type { Outbound } from '../../outbound/index.ts';
import { GeneratorError, invalidResponse } from './generator.ts';

/** A long report takes a few minutes on a slow machine. A request that takes longer is not expected to end. */
const deadlineMs = 10 * 60_000;
const responseBytesMax = 8 * 1024 * 1024;
/** A longer Retry-After counts as an unavailable server. */
const retryAfterMaxSeconds = 60;

export interface JsonRequest {
  url: string;
  headers: Record<string, string>;
  body: object;
  signal: AbortSignal;
}

interface JsonResponse {
  status: number;
  json: unknown;
}

/** Posts JSON and reads JSON. Retries once if the server sends Retry-After; the task queue makes further attempts. */
export async function postJson(outbound: Outbound, request: JsonRequest): Promise<JsonResponse> {
  const first = await sendOnce(outbound, request);
  if (first.status !== 429 && first.status !== 503) return read(first);
  const seconds = Number(first.headers['retry-after'] ?? Number.NaN);
  if (!(seconds >= 0 && seconds <= retryAfterMaxSeconds)) return read(first);
  await sleep(seconds * 1000, undefined, { signal: request.signal });
  return read(await sendOnce(outbound, request));
}

async function sendOnce(outbound: Outbound, { url, headers, body, signal }: JsonRequest) {
  const outcome = await outbound.send({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json', ...headers },
    body: Buffer.from(JSON.stringify(body)),
    deadlineMs,
    maxResponseBytes: responseBytesMax,
    signal,
  });
  if (outcome.kind === 'error')
    throw new GeneratorError(
      'provider_unavailable',
      `The AI server could not be reached (${outcome.error}).`,
    );
  return outcome;
}

function read({ status, body }: { status: number; body: Buffer }): JsonResponse {
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
    throw invalidResponse('is not JSON');
  }
}
