import type { Outbound, OutboundRequest } from '../../outbound/index.ts';
import { isTemporary, type RetryOptions, sendWithRetries } from '../send-with-retries.ts';
import { TranscriberError } from './transcriber.ts';

type AudioRequest = Pick<OutboundRequest, 'headers' | 'body'>;

interface AudioRequestOptions extends RetryOptions {
  url: string;
  deadlineMs: number;
}

const responseBytesMax = 64 * 1024 * 1024;

/** Posts audio and returns the parsed JSON of the response. */
export async function postAudio(
  outbound: Outbound,
  create: () => AudioRequest,
  { url, deadlineMs, ...retries }: AudioRequestOptions,
): Promise<unknown> {
  const { signal } = retries;
  const outcome = await sendWithRetries(
    outbound,
    () => ({ method: 'POST', url, ...create(), deadlineMs, maxResponseBytes: responseBytesMax, signal }),
    retries,
  );
  if (outcome.kind === 'error')
    throw new TranscriberError(
      'provider_unavailable',
      `The transcription server could not be reached (${outcome.error}).`,
    );
  if (isTemporary(outcome.status))
    throw new TranscriberError(
      'provider_unavailable',
      `The transcription server responded with status ${outcome.status}.`,
    );
  if (outcome.status !== 200)
    throw new TranscriberError(
      'provider_refused',
      `The transcription server refused the request with status ${outcome.status}.`,
    );
  let json: unknown;
  try {
    json = JSON.parse(outcome.body.toString());
  } catch {
    throw new TranscriberError('provider_answer', 'The response of the transcription server is not JSON.');
  }
  if (typeof json !== 'object' || json === null) throw noText();
  return json;
}

export const noText = () =>
  new TranscriberError('provider_answer', 'The response of the transcription server contains no text.');
