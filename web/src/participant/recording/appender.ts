/** What a request of the upload needs; `fetch` of the browser. */
type Fetch = (url: string, init: RequestInit) => Promise<Response>;

interface AppenderOptions {
  url: string;
  fetch: Fetch;
  wait(ms: number): Promise<void>;
  /** Called after each part, with the bytes that have arrived and those that were recorded. */
  onProgress(sentBytes: number, totalBytes: number): void;
}

const attemptsMax = 8;
const retryMs = (attempt: number) => Math.min(500 * 2 ** attempt, 10_000);
const tus = { 'Tus-Resumable': '1.0.0' };

/**
 * Appends the parts of a recording to one upload (tus), in order, while the recording goes on. A part is released when it
 * has arrived, so that a long recording never fills the memory. After a lost connection, the server says how many bytes
 * it has.
 */
export function createAppender({ url, fetch: send, wait, onProgress }: AppenderOptions) {
  let parts: Blob[] = [];
  /** The position of the first unsent part in the recording. */
  let base = 0;
  /** Where the next bytes go. */
  let offset = 0;
  let total = 0;
  let running: Promise<void> | undefined;

  function release() {
    for (let [part] = parts; part && offset >= base + part.size; [part] = parts) {
      base += part.size;
      parts = parts.slice(1);
    }
  }

  async function sendNext(): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      const [part] = parts;
      if (!part) return;
      try {
        const response = await send(url, {
          method: 'PATCH',
          headers: {
            ...tus,
            'Upload-Offset': String(offset),
            'Content-Type': 'application/offset+octet-stream',
          },
          body: part.slice(offset - base),
        });
        if (response.ok) offset = Number(response.headers.get('Upload-Offset')) || base + part.size;
        else if (response.status === 409 || response.status === 423 || response.status >= 500)
          await findOffset();
        else throw new UploadRefused(`The upload was refused with ${response.status}.`);
        release();
        onProgress(offset, total);
        if (response.ok) return;
      } catch (error) {
        if (error instanceof UploadRefused) throw error;
        await findOffset().catch(() => {});
      }
      if (attempt >= attemptsMax) throw new UploadRefused('The server can’t be reached.');
      await wait(retryMs(attempt));
    }
  }

  async function findOffset(): Promise<void> {
    const response = await send(url, { method: 'HEAD', headers: tus });
    if (response.status === 404 || response.status === 410) throw new UploadRefused('The upload has ended.');
    if (response.ok) offset = Number(response.headers.get('Upload-Offset'));
    release();
  }

  async function run(): Promise<void> {
    while (parts.length > 0) await sendNext();
  }

  return {
    /** Adds the next part. Its failure is reported by `finish`. */
    push(part: Blob) {
      if (part.size === 0) return;
      parts.push(part);
      total += part.size;
      running = (running ?? Promise.resolve()).then(run);
      running.catch(() => {});
    },
    /** Resolves when everything has arrived; rejects if it can't arrive. */
    finish: async () => running,
  };
}

class UploadRefused extends Error {}
