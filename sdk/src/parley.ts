import { createParley, type ParleyClient, type ParleyOptions } from './client.ts';
import type { UploadFileOptions } from './files.ts';
import type { components } from './generated.ts';
import { type EndedJob, type WaitOptions, waitForJob } from './jobs.ts';
import { createResources, type Resources } from './resources.ts';
import { verifyWebhook, type WebhookCheck, type WebhookEvent } from './webhooks.ts';

type FileRecord = components['schemas']['File'];

export interface UploadOptions extends Omit<UploadFileOptions, 'projectId' | 'name' | 'source'> {
  /** Default: the name of the file. Required for a Blob, which has none. */
  name?: string | undefined;
}

interface Additions {
  /** The same API by path: `parley.client.GET('/v1/projects')`. */
  client: ParleyClient;
  files: {
    /** Creates a file and sends its bytes in chunks; continues after a lost connection. */
    upload(projectId: string, file: Blob | File, options?: UploadOptions): Promise<FileRecord>;
    /** Continues an upload that an earlier run of your program began. */
    resumeUpload: ParleyClient['resumeUpload'];
  };
  jobs: {
    /** Waits until a job has ended, and returns it. */
    wait(jobId: string, options?: WaitOptions): Promise<EndedJob>;
  };
  webhooks: {
    /** Verifies the signature of a delivery and returns its event. */
    verify(check: WebhookCheck): Promise<WebhookEvent>;
    /** The same with positional arguments: the raw body, the X-SVC-Signature header, and the secret. */
    constructEvent(
      body: WebhookCheck['body'],
      signature: WebhookCheck['signature'],
      secret: string,
    ): Promise<WebhookEvent>;
  };
}

/** The API by resource: `parley.projects.create({ name })`. Methods throw a ParleyError for an error response. */
export type Parley = Resources & Additions;

function connect(options: ParleyOptions): Parley {
  const client = createParley(options);
  const resources = createResources(client);
  return {
    ...resources,
    client,
    files: {
      ...resources.files,
      upload: (projectId, file, { name = fileName(file), ...rest } = {}) =>
        client.uploadFile({ ...rest, projectId, name, source: file }),
      resumeUpload: client.resumeUpload,
    },
    jobs: { ...resources.jobs, wait: (jobId, wait) => waitForJob(client, jobId, wait) },
    webhooks: {
      ...resources.webhooks,
      verify: verifyWebhook,
      constructEvent: (body, signature, secret) => verifyWebhook({ body, signature, secret }),
    },
  };
}

function fileName(file: Blob | File): string {
  if ('name' in file) return file.name;
  throw new TypeError('A Blob has no name. Pass one: upload(projectId, blob, { name }).');
}

/** `new Parley({ apiKey, baseUrl })`. A program that uses only `createParley` does not include the resources in its bundle. */
export const Parley = class {
  constructor(options: ParleyOptions) {
    Object.assign(this, connect(options));
  }
} as new (
  options: ParleyOptions,
) => Parley;
