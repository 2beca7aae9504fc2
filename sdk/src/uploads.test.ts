import { beforeAll, expect, test } from 'vitest';
import { useAccount, useParley } from '../../server/test/use-parley.ts';
import { createParley, type ParleyClient, sendUpload } from './index.ts';

const server = useParley();
const ada = useAccount(server);
let parley: ParleyClient;
let projectId: string;
beforeAll(async () => {
  parley = createParley({ apiKey: ada.key, baseUrl: server.url, wait: async () => {} });
  projectId = (await ada.post('/v1/projects', { name: 'Uploads' })).body.data.id;
});

const source = new Blob([new Uint8Array(1000).fill(7)]);
const create = async (sizeBytes = source.size) =>
  (await ada.post(`/v1/projects/${projectId}/files`, { name: 'a.bin', size_bytes: sizeBytes })).body.data;

test('resumeUpload sends only what an earlier run did not send', async () => {
  const controller = new AbortController();
  let fileId = '';
  const first = parley.uploadFile({
    projectId,
    name: 'a.bin',
    source,
    chunkBytes: 300,
    signal: controller.signal,
    onCreated: ({ id }) => {
      fileId = id;
    },
    onProgress: ({ sentBytes }) => {
      if (sentBytes === 600) controller.abort(new Error('The program stops here.'));
    },
  });
  await expect(first).rejects.toThrow('The program stops here.');

  const progress: number[] = [];
  const file = await parley.resumeUpload({
    fileId,
    source,
    onProgress: ({ sentBytes }) => progress.push(sentBytes),
  });
  expect(file).toMatchObject({ id: fileId, status: 'processing', upload: null });
  expect(progress).toEqual([600, 1000]);
});

test('resumeUpload returns a file that has all its bytes, and sends none', async () => {
  const { id, upload } = await create();
  await sendUpload({ url: upload.url, source });
  expect(await parley.resumeUpload({ fileId: id, source })).toMatchObject({ id, status: 'processing' });
});

test('a source of another size than announced is rejected before a byte is sent', async () => {
  const { id, upload } = await create(999);
  await expect(sendUpload({ url: upload.url, source })).rejects.toThrow(
    'announced with 999 bytes but has 1000',
  );
  expect((await ada.get(`/v1/files/${id}`)).body.data.upload.received_bytes).toBe(0);
});

test('an upload URL that does not exist is a ParleyError, without a retry', async () => {
  let requests = 0;
  const counted: typeof fetch = (...args) => {
    requests++;
    return fetch(...args);
  };
  const missing = sendUpload({ url: `${server.url}/uploads/none`, source, fetch: counted });
  await expect(missing).rejects.toMatchObject({ name: 'ParleyError', status: 404 });
  expect(requests).toBe(1);
});

test('gives up after consecutive failures without progress, with the last failure', async () => {
  const { upload } = await create();
  const delays: number[] = [];
  const failing = sendUpload({
    url: upload.url,
    source,
    retries: 3,
    wait: async (ms) => void delays.push(ms),
    fetch: async () => new Response(null, { status: 503, headers: { 'Retry-After': '2' } }),
  });
  await expect(failing).rejects.toMatchObject({ status: 503 });
  expect(delays).toEqual([2000, 2000, 2000]);
});

test('a chunk whose response was lost is not sent again: the client reads the offset and continues', async () => {
  const { id, upload } = await create();
  let requests = 0;
  const sent: string[] = [];
  await sendUpload({
    url: upload.url,
    source,
    chunkBytes: 100,
    retries: 1,
    wait: async () => {},
    fetch: async (input, init) => {
      const response = await fetch(input, init);
      if (init?.method === 'PATCH')
        sent.push((init.headers as Record<string, string>)['Upload-Offset'] ?? '');
      if (++requests % 3 === 0) throw new TypeError('The connection was lost.');
      return response;
    },
  });
  expect(sent).toEqual(['0', '100', '200', '300', '400', '500', '600', '700', '800', '900']);
  expect((await ada.get(`/v1/files/${id}`)).body.data.status).toBe('processing');
});
