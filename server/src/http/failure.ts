import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, invalidField, unavailable } from '../foundation/errors.ts';
import { findMissingReference, isTemporary, pgErrorCode } from '../platform/database/index.ts';
import { awaitSmallBody, isBodyPending, respondEarly } from './early-response.ts';
import { statusOfError } from './status.ts';

export async function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const failure = toAppError(error);
  if (failure.temporary)
    request.log.warn(
      { event: 'http.unavailable', request_id: request.id, err: error },
      'a request got 503 because the database had no capacity or was restarting',
    );
  else if (failure.code === 'internal')
    request.log.error(
      { event: 'http.request_failed', request_id: request.id, err: error },
      'a request failed unexpectedly',
    );
  if (failure.code === 'unauthorized') reply.header('WWW-Authenticate', 'Bearer');
  if (failure.retryAfterSeconds) reply.header('Retry-After', failure.retryAfterSeconds);
  reply.code(statusOfError(failure));
  await awaitSmallBody(request);
  if (!isBodyPending(request)) return reply.send(errorEnvelope(failure));
  reply.type('application/json; charset=utf-8');
  return respondEarly(request, reply, JSON.stringify(errorEnvelope(failure)));
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
  // Values that are valid for the schema, but that PostgreSQL cannot store as text or number.
  if (['22021', '22P05', '22003', '22007', '22008', '22P02'].includes(pgErrorCode(error) ?? '')) {
    return invalidField(
      'body',
      'A value cannot be stored: a number or a date is out of range, or a text is not valid Unicode.',
    );
  }
  const missing = findMissingReference(error);
  if (missing) return explainMissing(missing);
  if (isTemporary(error)) return unavailable();
  return new AppError('internal', 'An internal error occurred. Include the X-Request-Id when you report it.');
}

/** Every service checks that a record exists before it refers to it, so the record was deleted in between. */
function explainMissing({ column, table }: { column: string; table: string }): AppError {
  const isCaller = table === 'users' && ['created_by', 'owner_id', 'user_id'].includes(column);
  if (isCaller) return new AppError('unauthorized', 'This account was removed from its workspace.');
  return new AppError('not_found', 'A record that this request refers to was deleted at the same time.');
}
