import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Waits this long for the rest of a small body, because the connection can then be reused. */
const graceMs = 100;
const graceBytesMax = 1024 * 1024;
/** Limits for reading from a client that is still sending. If the connection were closed at once, it could lose the response. */
const lingerMs = 2_000;
const lingerBytesMax = 64 * 1024 * 1024;

/** True while the client has not sent all of the request's body. */
export const isBodyPending = ({ raw, headers }: FastifyRequest): boolean =>
  !raw.complete && (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0);

/** Reads and discards the rest of a small body that has already been sent. */
export async function awaitSmallBody(request: FastifyRequest): Promise<void> {
  if (!isBodyPending(request) || Number(request.headers['content-length'] ?? 0) > graceBytesMax) return;
  await discard(request.raw, graceMs, graceBytesMax);
}

/** Sends the response while the body is still arriving, and closes the connection soon afterwards. */
export async function respondEarly(
  request: FastifyRequest,
  reply: FastifyReply,
  text: string,
): Promise<FastifyReply> {
  const { raw } = reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) raw.setHeader(name, value);
  raw.setHeader('content-length', Buffer.byteLength(text));
  raw.setHeader('connection', 'close');
  raw.on('error', () => {});
  raw.write(text);
  await discard(request.raw, lingerMs, lingerBytesMax);
  raw.end();
  return reply;
}

async function discard(raw: IncomingMessage, limitMs: number, bytesMax: number): Promise<void> {
  if (raw.destroyed || raw.readableEnded) return;
  let left = bytesMax;
  await new Promise<void>((resolve) => {
    const deadline = setTimeout(end, limitMs);
    function end(): void {
      clearTimeout(deadline);
      raw.off('data', onData).off('end', end).off('close', end).off('error', end);
      resolve();
    }
    function onData(chunk: Buffer): void {
      left -= chunk.length;
      if (left < 0) end();
    }
    raw.on('data', onData).on('end', end).on('close', end).on('error', end).resume();
  });
}
