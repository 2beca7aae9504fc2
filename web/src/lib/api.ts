import { type components, createParley } from '@parley/sdk';
import { ApiError } from './errors.ts';
import { fetchSignedIn } from './signed-out.ts';

export type Schemas = components['schemas'];

/**
 * The public API, mounted at /app for the signed-in browser: same routes, same rules, typed by openapi.json. It does
 * not retry: the query client decides which failures to retry. Changes wait while the sign-in has ended.
 */
export const api = createParley({ baseUrl: '/app', retries: 0, fetch: fetchSignedIn });

interface ApiResult<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

/** Returns the body of a successful response and throws any other response as an ApiError. */
export async function unwrap<T>(call: Promise<ApiResult<T>>): Promise<T> {
  const { data, error, response } = await call;
  if (!response.ok || data === undefined) throw new ApiError(response, error as never);
  return data;
}

/** Calls a route that exists only for the browser and is therefore not in openapi.json. */
export async function appFetch<T>(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
): Promise<T> {
  const response = await fetch(`/app${path}`, {
    method,
    headers: body === undefined ? {} : { 'Content-Type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const envelope = await response.json().catch(() => undefined);
  if (!response.ok) throw new ApiError(response, envelope);
  return (envelope as { data: T }).data;
}
