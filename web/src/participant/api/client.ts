import type { AnswerBody, FollowUp, ResponseState, SavedAnswer, StoredQuestion, Visit } from './wire.ts';

interface ErrorDetail {
  field: string;
  message: string;
}

/** A response of the server that is not a success. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: ErrorDetail[];
  readonly retryAfterSeconds: number;

  constructor(
    response: Response,
    body: { error?: { code?: string; message?: string; details?: ErrorDetail[] } },
  ) {
    super(body.error?.message ?? `Status ${response.status}`);
    this.name = 'Refusal';
    this.status = response.status;
    this.code = body.error?.code ?? 'internal';
    this.details = body.error?.details ?? [];
    this.retryAfterSeconds = Number(response.headers.get('Retry-After')) || 0;
  }
}

/** Whether the link or the test no longer accepts anything: the page then loads the new state. */
export const isLinkRefusal = (error: unknown): boolean =>
  error instanceof Refusal &&
  (error.status === 401 || (error.status === 422 && error.details.some(({ field }) => field === 'link')));

/** A paused test takes the answer later. No response, an overloaded and a failing server: the same request again. */
export function judgeFailure(error: unknown): 'retry' | 'store' | 'drop' {
  if (!(error instanceof Refusal) || error.status === 429 || error.status >= 500) return 'retry';
  return isLinkRefusal(error) ? 'store' : 'drop';
}

/** Slow mobile networks need time; a request without a response must still end. */
const timeoutMs = 20_000;

export interface Device {
  kind: 'phone' | 'tablet' | 'desktop';
  os: string | null;
  browser: string | null;
}

export interface StartBody {
  consent_version?: number;
  timezone?: string;
  locale?: string;
  device?: Device;
  email?: string;
}

/** The participant's API. The token is in a header, so that no log of requests contains it. */
export function createClient(initialToken: string, locale: () => string) {
  let token = initialToken;
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();

  async function call<T>(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<T> {
    const response = await fetch(`/p/v1${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${token}`,
        'Accept-Language': locale(),
        ...(timeZone ? { 'X-Timezone': timeZone } : {}),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: signal ?? AbortSignal.timeout(timeoutMs),
    });
    const json = await response.json().catch(() => ({}));
    if (!response.ok) throw new Refusal(response, json);
    return json.data as T;
  }

  return {
    call,
    token: () => token,
    changeToken(next: string) {
      token = next;
    },
    timeZone,
    visit: () => call<Visit>('GET', '/test'),
    start: (body: StartBody) =>
      call<ResponseState & { token: string | null }>('POST', '/response', { timezone: timeZone, ...body }),
    save: (questionId: string, body: AnswerBody) => call<SavedAnswer>('PUT', `/answers/${questionId}`, body),
    question: (questionId: string) => call<StoredQuestion>('GET', `/questions/${questionId}`),
    followUp: (questionId: string, turn: number) =>
      call<FollowUp>('POST', `/answers/${questionId}/follow-up`, { turn }),
    submit: () => call<{ status: string; redirect_url: string | null }>('POST', '/submit', {}),
    decline: () => call<unknown>('POST', '/decline', {}),
    withdraw: () => call<unknown>('POST', '/withdraw', {}),
    remind: (email: string) => call<unknown>('POST', '/reminder', { email }),
  };
}
export type Client = ReturnType<typeof createClient>;
