import { errors } from '../texts/en/errors.ts';
import { inLanguage } from '../texts/in-language.ts';

const texts = inLanguage('errors', errors);

export interface ErrorDetail {
  field: string;
  message: string;
}

interface ErrorEnvelope {
  error?: { code: string; message: string; details: ErrorDetail[] };
}

/** An error response of the API. `requestId` identifies the request in the server's log. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: ErrorDetail[];
  readonly requestId: string | null;
  /** From the Retry-After header of a 429 response. */
  readonly retryAfterSeconds: number | null;

  constructor(response: Response, body: ErrorEnvelope | undefined) {
    super(body?.error?.message ?? texts.serverResponded(response.status));
    this.name = 'ApiError';
    this.status = response.status;
    this.code = body?.error?.code ?? 'internal';
    this.details = body?.error?.details ?? [];
    this.requestId = response.headers.get('X-Request-Id');
    this.retryAfterSeconds = Number(response.headers.get('Retry-After')) || null;
  }
}

export const isRateLimited = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status === 429;

export const isSignedOut = (error: unknown): boolean => error instanceof ApiError && error.status === 401;

export const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

/** Whether a request got no response of Parley. The same request may succeed later. */
export const isUnreachable = (error: unknown): boolean => !(error instanceof ApiError) || error.status >= 502;

/** A form shows these errors next to its fields. */
export const isValidationError = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 422;

/** Without a response: for a result that names the actions that failed. */
export const unreachableMessage = (): string => texts.unreachable;

/** The message of the API. Without a response, the browser's own message ("Failed to fetch") does not help the user. */
export const errorMessage = (error: unknown): string =>
  error instanceof ApiError ? error.message : texts.unreachableHint;

/** "speakers_expected" of "transcribe.speakers_expected", in words. */
const nameOf = ({ field }: ErrorDetail): string => (field.split('.').at(-1) ?? field).replaceAll('_', ' ');

/** The validation error of one field, or of a part of it, as a sentence. */
export function fieldError(error: unknown, field: string): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const detail = error.details.find((row) => row.field === field || row.field.startsWith(`${field}.`));
  if (!detail) return undefined;
  if (detail.message.startsWith('is not ')) return texts.value(detail.message);
  if (detail.message.startsWith('is ')) return texts.valueOf(nameOf(detail), detail.message);
  return detail.message.charAt(0).toUpperCase() + detail.message.slice(1);
}

/** Why an action failed, in one sentence for a toast: the first invalid field says more than "validation failed". */
export function failureReason(error: unknown): string {
  const detail = error instanceof ApiError ? error.details[0] : undefined;
  if (!detail) return errorMessage(error);
  const isSentence = /^\p{Lu}/u.test(detail.message);
  if (isSentence) return detail.message;
  const name = nameOf(detail);
  return `${name.charAt(0).toUpperCase()}${name.slice(1)} ${detail.message}`;
}
