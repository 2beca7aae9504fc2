export interface ErrorDetail {
  /** Dotted path of the invalid field, parameter or header, for example `segments.3.end_seconds`. */
  field: string;
  message: string;
}

/** An error response of the API. Branch on `code`; `message` is for people and may change. */
export class ParleyError extends Error {
  /** One of the eight codes of docs/api/errors.md; `internal` if the response was not from Parley. */
  readonly code: string;
  /** The HTTP status. */
  readonly status: number;
  /** One entry per invalid field; empty unless `code` is `validation_failed`. */
  readonly details: ErrorDetail[];
  /** The `X-Request-Id` header, under which the server logged the request. */
  readonly requestId: string | null;

  constructor(
    code: string,
    message: string,
    status: number,
    details: ErrorDetail[],
    requestId: string | null,
  ) {
    super(message);
    this.name = 'ParleyError';
    this.code = code;
    this.status = status;
    this.details = details;
    this.requestId = requestId;
  }

  static from(body: unknown, response: Response): ParleyError {
    const {
      code = 'internal',
      message = `HTTP ${response.status}`,
      details = [],
    } = (body as { error?: Partial<ParleyError> } | undefined)?.error ?? {};
    return new ParleyError(code, message, response.status, details, response.headers.get('X-Request-Id'));
  }
}
