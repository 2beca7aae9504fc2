import { type HttpServerProcess, residentBytes } from '@parley/testing';
import { percentile } from './load.ts';
import type { createReport } from './report.ts';
import { receive, send } from './send.ts';

interface File {
  id: string;
  status: string;
  download_url?: string;
  upload?: { url: string; put_url: string };
}

/** Uploads files with each of the three protocols. */
export function createUploader(parley: HttpServerProcess, key: string, projectId: string) {
  const authorization = { authorization: `Bearer ${key}` };
  const files = `${parley.url}/v1/projects/${projectId}/files`;
  const call = async (url: string, method = 'GET', body?: object): Promise<File> => {
    const headers = { ...authorization, ...(body && { 'content-type': 'application/json' }) };
    const response = await fetch(url, { method, headers, body: body && JSON.stringify(body) });
    return ((await response.json()) as { data: File }).data;
  };
  const announce = (megabytes: number) =>
    call(files, 'POST', { name: 'a.bin', size_bytes: megabytes * 1024 * 1024 });

  const protocols = {
    async PUT(megabytes: number) {
      const { id, upload } = await announce(megabytes);
      const { perSecond } = await send(upload?.put_url as string, { method: 'PUT', megabytes });
      return { id, perSecond };
    },
    async tus(megabytes: number) {
      const { id, upload } = await announce(megabytes);
      const headers = {
        'tus-resumable': '1.0.0',
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
      };
      const { perSecond } = await send(upload?.url as string, { method: 'PATCH', headers, megabytes });
      return { id, perSecond };
    },
    async form(megabytes: number) {
      const edge = 'edge-of-the-bench';
      const { body, perSecond } = await send(files, {
        method: 'POST',
        headers: { ...authorization, 'content-type': `multipart/form-data; boundary=${edge}` },
        megabytes,
        before: `--${edge}\r\ncontent-disposition: form-data; name="file"; filename="a.bin"\r\n\r\n`,
        after: `\r\n--${edge}--\r\n`,
      });
      return { id: (JSON.parse(body) as { data: File }).data.id, perSecond };
    },
  };

  return {
    protocols,
    /** Waits until the file is processed, so that its processing does not slow down the next upload. */
    async waitUntilProcessed(id: string): Promise<File> {
      for (;;) {
        const file = await call(`${parley.url}/v1/files/${id}`);
        if (!['uploading', 'processing'].includes(file.status)) return file;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    remove: (id: string) => call(`${parley.url}/v1/files/${id}`, 'DELETE'),
  };
}

type Uploader = ReturnType<typeof createUploader>;
type Report = ReturnType<typeof createReport>;

/** Compares each protocol with a bare stream to disk, alternately. */
export async function compareUploads(
  uploader: Uploader,
  bare: HttpServerProcess,
  report: Report,
  { megabytes, rounds }: { megabytes: number; rounds: number },
): Promise<void> {
  const bareSpeed = async () => (await send(bare.url, { method: 'PUT', megabytes })).perSecond;
  for (const [name, upload] of Object.entries(uploader.protocols)) {
    const ourSpeed = async () => {
      const { id, perSecond } = await upload(megabytes);
      await uploader.waitUntilProcessed(id);
      await uploader.remove(id);
      return perSecond;
    };
    const pairs: [number, number][] = [];
    for (let round = 0; round <= rounds; round++) {
      const ours = round % 2 === 0 ? await ourSpeed() : 0;
      const theirs = await bareSpeed();
      // The first round warms up both sides.
      if (round > 0) pairs.push([ours || (await ourSpeed()), theirs]);
    }
    const middle = (side: 0 | 1) =>
      Math.round(
        percentile(
          pairs.map((pair) => pair[side]),
          0.5,
        ),
      );
    report.ratio(
      `upload of ${megabytes} MB by ${name}, over a bare stream to disk`,
      pairs.map(([ours, theirs]) => ours / theirs),
      `${middle(0)} against ${middle(1)} MB/s`,
      0.7,
    );
  }
}

/** Uploads and downloads one large file. The server's memory may grow by at most 64 MB meanwhile. */
export async function measureLarge(
  uploader: Uploader,
  parley: HttpServerProcess,
  report: Report,
  megabytes: number,
): Promise<void> {
  // Small files first, so that memory which the server allocates once is not counted.
  const pass = async (upload: (megabytes: number) => Promise<{ id: string }>, size: number) => {
    const { id } = await upload(size);
    const file = await uploader.waitUntilProcessed(id);
    const bytes = await receive(file.download_url as string);
    if (bytes !== size * 1024 * 1024) throw new Error(`${bytes} bytes of ${size} MB were downloaded`);
    await uploader.remove(id);
  };
  for (const [name, upload] of Object.entries(uploader.protocols)) {
    for (let i = 0; i < 3; i++) await pass(upload, 64);
    const start = residentBytes(parley.pid);
    let most = start;
    const watch = setInterval(async () => {
      most = Math.max(most, residentBytes(parley.pid));
    }, 50);
    await pass(upload, megabytes);
    clearInterval(watch);
    report.memoryWhile(`${megabytes.toLocaleString('en')} MB up by ${name} and down again`, start, most);
  }
}
