import createClient, { type Client } from 'openapi-fetch';
import type { paths } from './generated.ts';
import { fetchWithRetries, type RetryOptions } from './retry.ts';

export interface ParleyOptions extends Partial<RetryOptions> {
  /** From Settings → API keys. */
  apiKey: string;
  /** Where your Parley runs, e.g. `https://research.example.com`. */
  baseUrl: string;
}

export type ParleyClient = Client<paths>;

/**
 * A typed client of the whole API: `parley.GET('/v1/projects/{projectId}', …)`. Requests are repeated after lost
 * connections, 429 and 5xx; every POST carries an Idempotency-Key, so repeating one never does its work twice.
 */
export function createParley({ apiKey, baseUrl, ...retry }: ParleyOptions): ParleyClient {
  return createClient<paths>({
    baseUrl: baseUrl.replace(/\/+$/, ''),
    headers: { Authorization: `Bearer ${apiKey}` },
    fetch: (request: Request) => fetchWithRetries(request, retry),
  });
}
