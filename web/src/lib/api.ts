import { type components, createParley } from '@parley/sdk';
import { ApiError } from './api-error.ts';

export type Project = components['schemas']['Project'];
export type Workspace = components['schemas']['Workspace'];
export type Usage = components['schemas']['Usage'];
export type Me = components['schemas']['Me'];

/**
 * The public API, mounted at /app for the signed-in browser: same routes, same rules, typed by openapi.json. It does
 * not retry: the query client decides which failures to retry.
 */
export const api = createParley({ baseUrl: '/app', retries: 0 });

interface Outcome<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

/** The body of a success; anything else is thrown as an ApiError. */
export async function get<T>(call: Promise<Outcome<T>>): Promise<T> {
  const { data, error, response } = await call;
  if (!response.ok || data === undefined) throw new ApiError(response, error as never);
  return data;
}

/** The routes that are for the browser only and so are not in the public description. */
export async function askApp<T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<T> {
  const response = await fetch(`/app${path}`, {
    method,
    headers: body === undefined ? {} : { 'Content-Type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const answer = await response.json().catch(() => undefined);
  if (!response.ok) throw new ApiError(response, answer);
  return (answer as { data: T }).data;
}
