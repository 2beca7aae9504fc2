import { describe, expect, it } from 'vitest';
import { attemptResult } from './outcome.ts';

const answered = (status: number) =>
  attemptResult({ kind: 'response', status, headers: {}, body: Buffer.alloc(0), durationMs: 7 });

describe('what an attempt has come to', () => {
  it.each([200, 201, 202, 204, 226, 299])('%i is a success', (status) => {
    expect(answered(status)).toEqual({
      succeeded: true,
      response_code: status,
      error: null,
      duration_ms: 7,
    });
  });

  it.each([300, 301, 302, 303, 304, 307, 308, 399])('%i is a failed redirect', (status) => {
    expect(answered(status)).toMatchObject({ succeeded: false, response_code: status, error: 'redirect' });
  });

  it.each([400, 401, 404, 410, 429, 500, 503, 599, 999])('%i is a failure by status', (status) => {
    expect(answered(status)).toMatchObject({ succeeded: false, response_code: status, error: 'http_status' });
  });

  it.each(['timeout', 'dns', 'connection', 'tls', 'blocked_address'] as const)(
    '%s keeps its word',
    (error) => {
      expect(attemptResult({ kind: 'error', error, durationMs: 5000 })).toEqual({
        succeeded: false,
        response_code: null,
        error,
        duration_ms: 5000,
      });
    },
  );
});
