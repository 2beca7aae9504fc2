import { createParley, type ParleyClient, ParleyError, unwrap, verifyWebhook } from '@parley/sdk';

/**
 * What an integration does with the SDK. The test copies this file into the project that installed the package,
 * compiles it there against the package's types, and runs it in Node.js 20 and in a browser.
 */
export interface ExerciseInput {
  baseUrl: string;
  apiKey: string;
  webhook: { body: string; signature: string; secret: string };
}

export async function exercise({ baseUrl, apiKey, webhook }: ExerciseInput) {
  const parley = createParley({ baseUrl, apiKey });
  const project = unwrap(await parley.POST('/v1/projects', { body: { name: 'Packed' } })).data.data;
  const path = { projectId: project.id };
  const read = unwrap(await parley.GET('/v1/projects/{projectId}', { params: { path } })).data.data;

  // The proxy of the test fails the first attempts of the first of these requests.
  for (const name of ['One', 'Two', 'Three', 'Four', 'Five'])
    unwrap(await parley.POST('/v1/projects/{projectId}/tags', { params: { path }, body: { name } }));
  const tags: string[] = [];
  const query = { limit: 2, sort: 'created_at' } as const;
  for await (const tag of parley.list('/v1/projects/{projectId}/tags', { params: { path, query } }))
    tags.push(tag.name);

  return {
    read: read.name,
    tags,
    error: await readError(parley),
    event: (await verifyWebhook(webhook)).type,
    forged: await verifyWebhook({ ...webhook, body: `${webhook.body} ` }).catch(String),
    upload: await upload(parley, project.id),
  };
}

async function readError(parley: ParleyClient) {
  try {
    return unwrap(await parley.POST('/v1/projects', { body: { name: '' } }));
  } catch (error) {
    if (!(error instanceof ParleyError)) throw error;
    const { code, status, details, requestId } = error;
    return { code, status, field: details[0]?.field, requestId };
  }
}

/** The proxy cuts the connection in the middle of the third chunk. */
async function upload(parley: ParleyClient, projectId: string) {
  const bytes = new Uint8Array(1_000_000).map((_, index) => index % 251);
  const progress: number[] = [];
  let createdId = '';
  const file = await parley.uploadFile({
    projectId,
    name: 'recording.bin',
    source: new Blob([bytes]),
    chunkBytes: 256 * 1024,
    onCreated: ({ id }) => {
      createdId = id;
    },
    onProgress: ({ sentBytes }) => progress.push(sentBytes),
  });
  return { createdId, id: file.id, progress };
}
