import { setTimeout as sleep } from 'node:timers/promises';
import type { Outbound, Outcome } from '../../outbound/index.ts';
import { GeneratorError, invalidResponse } from './generator.ts';
import { createEventReader } from './server-sent-events.ts';

/** A long report takes a few minutes on a slow machine. A request that takes longer is not expected to end. */
const deadlineMs = 10 * 60_000;
const responseBytesMax = 8 * 1024 * 1024;
/** A longer Retry-After counts as an unavailable server. */
const retryAfterMaxSeconds = 60;
const defaultRetryDelaysMs = [1_000, 4_000];

export interface JsonRequest {
  url: string;
  headers: Record<string, string>;
  body: object;
  signal: AbortSignal;
  retryDelaysMs?: readonly number[] | undefined;
  /** Receives the data of each server-sent event, if the server sends events. */
  onEvent?: ((data: unknown) => void) | undefined;
}

type Response = Extract<Outcome, { kind: 'response' }>;

interface JsonResponse {
  status: number;
  /** Undefined if the status is not 200, or if the server sent events. */
  json: unknown;
  /** The body of a response with another status. */
  text: string;
}

/**
 * Posts JSON and reads JSON. Retries a server that is busy or fails, so that one failed request does not repeat all
 * requests of a job.
 */
export async function postJson(outbound: Outbound, request: JsonRequest): Promise<JsonResponse> {
  const delays = request.retryDelaysMs ?? defaultRetryDelaysMs;
  for (let attempt = 0; ; attempt++) {
    let hasEvents = false;
    const outcome = await sendOnce(outbound, request, () => {
      hasEvents = true;
    });
    const wait = hasEvents ? undefined : retryDelayMs(outcome, delays[attempt]);
    if (wait === undefined) return read(outcome, request);
    await sleep(wait, undefined, { signal: request.signal });
  }
}

/** Undefined if the request must not be sent again. */
function retryDelayMs(outcome: Outcome, delayMs: number | undefined): number | undefined {
  if (delayMs === undefined) return undefined;
  // A request that timed out has already waited for ten minutes.
  if (outcome.kind === 'error') return outcome.error === 'connection' ? delayMs : undefined;
  if (!isTemporary(outcome.status)) return undefined;
  const seconds = retryAfterSeconds(outcome.headers['retry-after']);
  if (seconds === undefined) return delayMs;
  return seconds <= retryAfterMaxSeconds ? seconds * 1_000 : undefined;
}

/** Retry-After is a number of seconds or a date. */
function retryAfterSeconds(header: string | undefined): number | undefined {
  if (header === undefined || header.trim() === '') return undefined;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return Math.max(0, seconds);
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, (at - Date.now()) / 1_000);
}

const isTemporary = (status: number) => status >= 500 || status === 429 || status === 408;

function sendOnce(
  outbound: Outbound,
  { url, headers, body, signal, onEvent }: JsonRequest,
  onFirstEvent: () => void,
): Promise<Outcome> {
  const readEvents = onEvent && createEventReader(onEvent);
  return outbound.send({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json', ...headers },
    body: Buffer.from(JSON.stringify(body)),
    deadlineMs,
    maxResponseBytes: responseBytesMax,
    signal,
    ...(readEvents
      ? {
          onData(chunk: Buffer, contentType: string | undefined) {
            if (!isEventStream(contentType)) return;
            onFirstEvent();
            readEvents(chunk);
          },
        }
      : {}),
  });
}

const isEventStream = (contentType: string | undefined) => /^text\/event-stream\b/i.test(contentType ?? '');

function read(outcome: Outcome, { onEvent }: JsonRequest): JsonResponse {
  if (outcome.kind === 'error')
    throw new GeneratorError(
      'provider_unavailable',
      `The AI server could not be reached (${outcome.error}).`,
    );
  const { status, body } = outcome satisfies Response;
  if (isTemporary(status))
    throw new GeneratorError('provider_unavailable', `The AI server responded with status ${status}.`);
  if (status !== 200) return { status, json: undefined, text: body.toString() };
  if (onEvent && isEventStream(outcome.headers['content-type'])) return { status, json: undefined, text: '' };
  return { status, json: parseJson(body.toString()), text: '' };
}

/** The messages of OpenAI, Anthropic, vLLM, llama.cpp and Ollama. */
const contextMessage =
  /context[ _](length|window|size)|maximum context|prompt is too long|too many (input )?tokens|request_too_large/i;

export function refused({ status, text }: { status: number; text: string }): GeneratorError {
  if (status === 413 || contextMessage.test(text))
    return new GeneratorError(
      'context_exceeded',
      'The AI server refused the request because it is longer than the context of the model.',
    );
  return new GeneratorError('provider_refused', `The AI server refused the request with status ${status}.`);
}

/** Small models put the JSON in a fenced code block, or write a sentence before it or their thoughts. */
export function parseJson(text: string): unknown {
  const bare = text.replace(/^\s*<think>[\s\S]*?<\/think>/, '').trim();
  const fenced = /```(?:json)?\s*([\s\S]*?)\s*```/.exec(bare)?.[1];
  const braced = bare.slice(Math.max(0, bare.indexOf('{')), bare.lastIndexOf('}') + 1);
  for (const candidate of [bare, fenced, braced]) {
    if (!candidate) continue;
    try {
      return JSON.parse(candidate);
    } catch {
      // The next candidate may be valid.
    }
  }
  throw invalidResponse('is not JSON');
}
