import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError, invalid } from '../../foundation/errors.ts';
import { errorDetailsMax } from '../../foundation/limits.ts';
import { isRevokedLink, keyOwnerOf, type Principal } from '../../foundation/principal.ts';
import { sendFailure, toAppError } from '../failure.ts';
import type { MountedApi } from '../mounted-api.ts';
import { requestPath } from '../request-path.ts';
import { sendStored } from '../respond.ts';
import { checkIdempotencyKey, keyHeader, type StoredResponse } from './idempotency.ts';

/**
 * A retry gets the response stored under its Idempotency-Key whatever its body is, even a body that fails validation. A fault
 * of the key itself is reported together with the other faults, and before an impossible id, because 422 precedes 404
 * (spec §1.5). Keys have no effect on a path without a route.
 */
export async function replayOrFail(
  api: MountedApi,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { principal } = request;
  const { code, details } = toAppError(error);
  const namesKey = details.some(({ field }) => field === keyHeader);
  const keyMatters = code === 'validation_failed' ? !namesKey : code === 'not_found' && !request.is404;
  if (
    keyMatters &&
    principal &&
    !isRevokedLink(principal) &&
    request.method === 'POST' &&
    !request.keyChecked
  ) {
    const stored = await findStored(api, principal, request, error);
    if (stored instanceof AppError)
      return sendFailure(invalid([...stored.details, ...details].slice(0, errorDetailsMax)), request, reply);
    if (stored)
      return sendStored({ api, request, reply }, stored).catch((refusal: unknown) =>
        sendFailure(refusal, request, reply),
      );
  }
  return sendFailure(error, request, reply);
}

/** The response stored under the request's key, after waiting for an in-flight duplicate; or the key's own fault. */
async function findStored(
  { idempotency, clock }: MountedApi,
  principal: Principal,
  request: FastifyRequest,
  refusal: unknown,
): Promise<StoredResponse | AppError | undefined> {
  try {
    const key = checkIdempotencyKey(request);
    if (key === undefined) return undefined;
    return await idempotency.once(
      { userId: keyOwnerOf(principal, request.ip), key, path: requestPath(request), now: clock.now() },
      () => Promise.reject(refusal),
    );
  } catch (error) {
    // If the database is not available, the client gets the error of the request itself.
    return error !== refusal && error instanceof AppError ? error : undefined;
  }
}
