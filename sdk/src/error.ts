/** An answer that is an error. Branch on `code`; `message` is for people and may change. */
export class ParleyError extends Error {
  readonly code: string;
  readonly status: number;
  readonly details: { field: string; message: string }[];
  /** Quote it when you ask for help. */
  readonly requestId: string | null;

  constructor(
    code: string,
    message: string,
    status: number,
    details: ParleyError['details'],
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
