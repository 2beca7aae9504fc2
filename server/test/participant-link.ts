import type { Account, RequestOptions, ResponseTo, TestParley } from './harness.ts';

type Response<Method extends string, Path extends string> = ResponseTo<Method, `/p/v1${Path}`>;

/** Sends requests to /p/v1 with the token of a link, as the participant's page does. */
export interface ParticipantClient {
  token: string;
  get<const Path extends string>(path: Path, headers?: Record<string, string>): Response<'GET', Path>;
  post<const Path extends string>(
    path: Path,
    body?: unknown,
    headers?: Record<string, string>,
  ): Response<'POST', Path>;
  put<const Path extends string>(path: Path, body: unknown): Response<'PUT', Path>;
  /** Starts the response, and continues with the personal link if the link was open. */
  start(body?: object): Promise<ParticipantClient>;
  answer(questionId: string, body: object): Response<'PUT', `/answers/${string}`>;
}

export function openLink(parley: TestParley, urlOrToken: string): ParticipantClient {
  const token = urlOrToken.split('/').at(-1) as string;
  const send = <const Method extends string, const Path extends string>(
    method: Method,
    path: Path,
    options: RequestOptions = {},
  ): Response<Method, Path> =>
    parley.request(method, `/p/v1${path}`, {
      ...options,
      headers: { authorization: `Bearer ${token}`, ...options.headers },
    });
  return {
    token,
    get: (path, headers) => send('GET', path, { headers }),
    post: (path, body = {}, headers) => send('POST', path, { body, headers }),
    put: (path, body) => send('PUT', path, { body }),
    answer: (questionId, body) => send('PUT', `/answers/${questionId}`, { body }),
    async start(body = {}) {
      const started = await send('POST', '/response', { body });
      if (started.status !== 201) throw new Error(`The response did not start: ${started.text}`);
      return started.body.data.token === null ? this : openLink(parley, started.body.data.token);
    },
  };
}

/** Creates and publishes a test. Returns it with the open link. */
export async function publishTest(account: Account, projectId: string, body: object) {
  const created = await account.post(`/v1/projects/${projectId}/tests`, {
    name: 'A test',
    type: 'survey',
    ...body,
  });
  if (created.status !== 201) throw new Error(created.text);
  const published = await account.post(`/v1/engage/tests/${created.body.data.id}/publish`);
  if (published.status !== 200) throw new Error(published.text);
  return published.body.data;
}
