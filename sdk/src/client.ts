import createClient, { type Client } from 'openapi-fetch';
import { type ResumeUploadOptions, resumeUpload, type UploadFileOptions, uploadFile } from './files.ts';
import type { components, paths } from './generated.ts';
import type { ListMethod } from './list.ts';
import { items } from './pages.ts';
import { fetchWithRetries, type RetryOptions } from './retry.ts';

export interface ParleyOptions extends Partial<RetryOptions> {
  /** From Settings → API keys. Leave it out in a page that is signed in with a cookie. */
  apiKey?: string | undefined;
  /** The address of your Parley server, for example `https://research.example.com`. */
  baseUrl: string;
}

export interface ParleyClient extends Client<paths> {
  /** Iterates over every item of a list: `for await (const project of parley.list('/v1/projects'))`. */
  list: ListMethod;
  /** Creates a file and sends its bytes in chunks; continues after a lost connection. */
  uploadFile(options: UploadFileOptions): Promise<components['schemas']['File']>;
  /** Continues an upload that an earlier run of your program began. */
  resumeUpload(options: ResumeUploadOptions): Promise<components['schemas']['File']>;
}

/**
 * A typed client of the whole API: `parley.GET('/v1/projects/{projectId}', …)`. It retries after network errors, 429
 * and 5xx; every POST carries an Idempotency-Key, so a retry never creates a second record.
 */
export function createParley({ apiKey, baseUrl, ...retry }: ParleyOptions): ParleyClient {
  const client = createClient<paths>({
    baseUrl: baseUrl.replace(/(?<!\/)\/+$/, ''),
    headers: apiKey === undefined ? {} : { Authorization: `Bearer ${apiKey}` },
    fetch: (request: Request) => fetchWithRetries(request, retry),
  });
  // The types of `list` tie a path to its parameters; inside, they are opaque.
  const readPage = client.GET as (path: string, init: object) => Promise<never>;
  const list = (path: string, init: { params?: { query?: object } } = {}) =>
    items((cursor) =>
      readPage(path, {
        ...init,
        params: {
          ...init.params,
          query: { ...init.params?.query, ...(cursor === undefined ? {} : { cursor }) },
        },
      }),
    );
  return Object.assign(client, {
    list: list as ListMethod,
    uploadFile: (options: UploadFileOptions) => uploadFile(client, retry, options),
    resumeUpload: (options: ResumeUploadOptions) => resumeUpload(client, retry, options),
  });
}
