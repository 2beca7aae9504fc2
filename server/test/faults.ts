import { expect } from 'vitest';
import type { Answer } from './harness.ts';

/** The fields that a 422 names. */
export const fields = (answer: Answer): string[] =>
  answer.body.error.details.map((row: { field: string }) => row.field);

/** A 422 that names this field, in the envelope, and nothing of what is inside. */
export function expectFault(answer: Answer, field: string): void {
  expect({ status: answer.status, code: answer.body.error?.code }).toEqual({
    status: 422,
    code: 'validation_failed',
  });
  expect(fields(answer)).toContain(field);
  expect(answer.text).not.toMatch(/node_modules|SyntaxError|FST_|prl_live_/);
  expect(answer.text.length).toBeLessThan(20_000);
}
