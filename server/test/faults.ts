import { expect } from 'vitest';
import type { TestResponse } from './harness.ts';

/** The fields in the details of a 422 response. */
export const fields = (response: TestResponse): string[] =>
  response.body.error.details.map((row: { field: string }) => row.field);

/** Expects a 422 in the error envelope that names this field and reveals no internals. */
export function expectFault(response: TestResponse, field: string): void {
  expect({ status: response.status, code: response.body.error?.code }).toEqual({
    status: 422,
    code: 'validation_failed',
  });
  expect(fields(response)).toContain(field);
  expect(response.text).not.toMatch(/node_modules|SyntaxError|FST_|prl_live_/);
  expect(response.text.length).toBeLessThan(20_000);
}
