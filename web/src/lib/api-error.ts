export interface ErrorDetail {
  field: string;
  message: string;
}

interface ErrorEnvelope {
  error?: { code: string; message: string; details: ErrorDetail[] };
}

/** What the server said went wrong, with the id under which its log knows the request. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: ErrorDetail[];
  readonly requestId: string | null;
  /** On 429: the seconds after which the server answers again. */
  readonly retryAfterSeconds: number | null;

  constructor(response: Response, body: ErrorEnvelope | undefined) {
    super(body?.error?.message ?? `The server answered with status ${response.status}.`);
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

/** The fault of one field, where the server named it. */
export function fieldFault(error: unknown, field: string): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const detail = error.details.find((row) => row.field === field || row.field.startsWith(`${field}.`));
  if (!detail) return undefined;
  return detail.message.charAt(0).toUpperCase() + detail.message.slice(1);
}
