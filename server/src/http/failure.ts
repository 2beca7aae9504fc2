import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, invalidField } from '../foundation/errors.ts';
import { pgErrorCode } from '../platform/database/index.ts';
import { statusOf } from './status.ts';

/** How much of a body that is refused is still read, so that the client gets to see the answer. */
const drainBytesMax = 64 * 1024 * 1024;

export async function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const failure = toAppError(error);
  if (failure.code === 'internal')
    request.log.error({ request_id: request.id, err: error }, 'request failed');
  if (failure.code === 'unauthorized') reply.header('WWW-Authenticate', 'Bearer');
  await drain(request);
  return reply.code(statusOf[failure.code]).send(errorEnvelope(failure));
}

export const errorEnvelope = ({ code, message, details }: AppError) => ({
  error: { code, message, details },
});

export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const { code, statusCode } = error as FastifyError;
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return invalidField('Content-Type', 'Send the body as application/json.');
  }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return invalidField('body', 'The body is too large.');
  if (statusCode && statusCode >= 400 && statusCode < 500) {
    return invalidField('body', 'The body is not valid JSON.');
  }
  // Values that passed the schema and still are no text or number for the database.
  if (['22021', '22P05', '22003', '22007', '22008', '22P02'].includes(pgErrorCode(error) ?? '')) {
    return invalidField('body', 'A value cannot be stored.');
  }
  return new AppError(
    'internal',
    'Something went wrong on our side. Quote the X-Request-Id when you tell us.',
  );
}

/** A client that is still sending when it is refused would see a broken connection instead of the reason. */
async function drain(request: FastifyRequest): Promise<void> {
  const { raw } = request;
  if (raw.readableEnded || raw.destroyed || !hasBody(request)) return;
  let left = drainBytesMax;
  await new Promise<void>((resolve) => {
    const deadline = setTimeout(resolve, 5_000);
    raw.on('data', (chunk: Buffer) => {
      left -= chunk.length;
      if (left < 0) resolve();
    });
    raw.once('close', resolve).once('end', resolve).once('error', resolve);
    raw.resume();
    deadline.unref();
  });
}

const hasBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
