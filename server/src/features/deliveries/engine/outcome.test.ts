import { describe, expect, it } from 'vitest';
import { attemptResult } from './outcome.ts';

const resultOf = (status: number) =>
  attemptResult({ kind: 'response', status, headers: {}, body: Buffer.alloc(0), durationMs: 7 });

describe('the result of an attempt', () => {
  it.each([200, 201, 202, 204, 226, 299])(
    'the result of an attempt with status %i is a success',
    (status) => {
      expect(resultOf(status)).toEqual({
        succeeded: true,
        response_code: status,
        error: null,
        duration_ms: 7,
      });
    },
  );

  it.each([300, 301, 302, 303, 304, 307, 308, 399])(
    'the result of an attempt with status %i is a failure with error redirect',
    (status) => {
      expect(resultOf(status)).toMatchObject({ succeeded: false, response_code: status, error: 'redirect' });
    },
  );

  it.each([400, 401, 404, 410, 429, 500, 503, 599, 999])(
    'the result of an attempt with status %i is a failure with error http_status',
    (status) => {
      expect(resultOf(status)).toMatchObject({
        succeeded: false,
        response_code: status,
        error: 'http_status',
      });
    },
  );

  it.each(['timeout', 'dns', 'connection', 'tls', 'blocked_address'] as const)(
    '%s is recorded as the error',
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
