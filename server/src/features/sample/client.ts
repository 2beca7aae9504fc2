import type { FastifyInstance, InjectOptions } from 'fastify';

/** The API as the sample data uses it: paths below `/app/v1`, answers without their envelope. */
export interface SampleClient {
  get<T>(path: string): Promise<T>;
  /** All items, over all pages. */
  list<T>(path: string): Promise<T[]>;
  post<T>(path: string, body: object): Promise<T>;
  put<T>(path: string, body: object): Promise<T>;
  patch<T>(path: string, body: object): Promise<T>;
  delete(path: string): Promise<void>;
  /** The API of a participant who has opened a link. */
  asParticipant(token: string): Pick<SampleClient, 'post' | 'put'>;
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

interface Envelope<T> {
  data: T;
  meta?: { next_cursor: string | null };
}

/**
 * Calls the routes of this process without a network. Sample data goes through the API, so every rule applies to it, and
 * it can't get out of step with the features that store it. After `signal` aborts, the next call fails.
 */
export function createSampleClient(
  app: FastifyInstance,
  headers: Record<string, string>,
  signal?: AbortSignal,
): SampleClient {
  const call = <T>(method: Method, path: string, body?: object) =>
    send<T>(method, `/app/v1${path}`, headers, body);

  async function send<T>(
    method: Method,
    url: string,
    headers: Record<string, string>,
    body?: object,
  ): Promise<Envelope<T>> {
    signal?.throwIfAborted();
    const payload = body instanceof FormData ? await encodeForm(body) : body && { payload: body };
    const options: InjectOptions = { method, url, ...payload };
    const response = await app.inject({ ...options, headers: { ...headers, ...options.headers } });
    if (response.statusCode >= 300)
      throw new Error(`${method} ${url} was answered with ${response.statusCode}: ${response.body}`);
    return response.json<Envelope<T>>();
  }

  return {
    get: async (path) => (await call<never>('GET', path)).data,
    post: async (path, body) => (await call<never>('POST', path, body)).data,
    put: async (path, body) => (await call<never>('PUT', path, body)).data,
    patch: async (path, body) => (await call<never>('PATCH', path, body)).data,
    delete: async (path) => void (await call('DELETE', path)),
    asParticipant(token) {
      const authorization = { authorization: `Bearer ${token}` };
      return {
        post: async (path, body) => (await send<never>('POST', `/p/v1${path}`, authorization, body)).data,
        put: async (path, body) => (await send<never>('PUT', `/p/v1${path}`, authorization, body)).data,
      };
    },
    async list<T>(path: string) {
      const items: T[] = [];
      let cursor: string | null | undefined;
      do {
        const query = new URLSearchParams({ limit: '100', ...(cursor ? { cursor } : {}) });
        const page = await call<T[]>('GET', `${path}?${query}`);
        items.push(...page.data);
        cursor = page.meta?.next_cursor;
      } while (cursor);
      return items;
    },
  };
}

async function encodeForm(form: FormData) {
  const encoded = new Response(form);
  return {
    payload: Buffer.from(await encoded.arrayBuffer()),
    headers: { 'content-type': encoded.headers.get('content-type') as string },
  };
}
