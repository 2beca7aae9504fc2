import { type IncomingMessage, request } from 'node:http';
import { Readable } from 'node:stream';
import type { ReadableStream as WebStream } from 'node:stream/web';

/** Begins like an MP3, so that the size limit of recordings applies. It contains no sound. */
const piece = Buffer.concat([
  Buffer.from('ID3\x04\x00\x00\x00\x00\x00\x00', 'latin1'),
  Buffer.alloc(1024 * 1024 - 10),
]);

export interface Sending {
  method: string;
  headers?: Record<string, string>;
  megabytes: number;
  /** The parts of a multipart form before and after the bytes. */
  before?: string;
  after?: string;
}

/** Sends the given number of megabytes as fast as the server reads them, and waits for the response. */
export async function send(url: string, sending: Sending): Promise<{ body: string; perSecond: number }> {
  const { method, headers, megabytes, before = '', after = '' } = sending;
  const length = before.length + megabytes * piece.length + after.length;
  const began = performance.now();
  const body = await new Promise<string>((resolve, reject) => {
    const outgoing = request(
      url,
      { method, headers: { ...headers, 'content-length': length } },
      (response: IncomingMessage) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => {
          text += part;
        });
        response.once('end', () =>
          (response.statusCode ?? 500) < 300 ? resolve(text) : reject(new Error(`refused: ${text}`)),
        );
      },
    );
    outgoing.once('error', reject);
    if (before) outgoing.write(before);
    let left = megabytes;
    const feed = () => {
      while (left-- > 0) if (!outgoing.write(piece)) return void outgoing.once('drain', feed);
      outgoing.end(after);
    };
    feed();
  });
  return { body, perSecond: megabytes / ((performance.now() - began) / 1000) };
}

/** Downloads the whole body and returns its size in bytes. */
export async function receive(url: string): Promise<number> {
  const response = await fetch(url);
  if (!response.ok || !response.body) throw new Error(`not readable: ${response.status}`);
  let bytes = 0;
  for await (const chunk of Readable.fromWeb(response.body as WebStream)) bytes += (chunk as Buffer).length;
  return bytes;
}
