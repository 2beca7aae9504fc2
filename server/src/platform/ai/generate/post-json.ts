import type { Outbound, OutboundRequest, Outcome } from '../../outbound/index.ts';
import { isTemporary, sendWithRetries } from '../send-with-retries.ts';
import { GeneratorError, invalidResponse } from './generator.ts';
import { createEventReader } from './server-sent-events.ts';

/** A long report takes a few minutes on a slow machine. A request that takes longer is not expected to end. */
const deadlineMs = 10 * 60_000;
const responseBytesMax = 8 * 1024 * 1024;

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

/** Posts JSON and reads JSON or server-sent events. */
export async function postJson(outbound: Outbound, request: JsonRequest): Promise<JsonResponse> {
  const { url, headers, body, signal, retryDelaysMs, onEvent } = request;
  let hasEvents = false;
  const create = (): OutboundRequest => {
    const readEvents = onEvent && createEventReader(onEvent);
    return {
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json', ...headers },
      body: Buffer.from(JSON.stringify(body)),
      deadlineMs,
      maxResponseBytes: responseBytesMax,
      signal,
      onData(chunk, contentType) {
        if (!readEvents || !isEventStream(contentType)) return;
        hasEvents = true;
        readEvents(chunk);
      },
    };
  };
  const outcome = await sendWithRetries(outbound, create, { signal, retryDelaysMs, isUsed: () => hasEvents });
  return read(outcome, request);
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
  const fenced = /```(?:json)?([\s\S]*?)```/.exec(bare)?.[1];
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
