import { describe, expect, test } from 'vitest';
import { AppError } from '../../../foundation/errors.ts';
import { mayRecord, requireAgreement } from './consent-rules.ts';

const text = { version: 2, recording: true };

function refusalOf(given: number | null | undefined): unknown {
  try {
    return requireAgreement(text, given);
  } catch (error) {
    return error instanceof AppError ? error.details : error;
  }
}

describe('the agreement to a consent text', () => {
  test('needs no agreement if the test has no consent text', () => {
    expect(requireAgreement(null, undefined)).toBeNull();
    expect(requireAgreement(null, 2)).toBeNull();
  });

  test('the agreement to a consent text must name the current version', () => {
    expect(requireAgreement(text, 2)).toBe(2);
    for (const given of [0, 1, 3])
      expect(refusalOf(given), String(given)).toEqual([
        { field: 'consent_version', message: 'must be 2: the text has changed.' },
      ]);
  });

  test.each([undefined, null])('refuses an agreement whose version is %s', (given) => {
    expect(refusalOf(given)).toEqual([
      { field: 'consent_version', message: 'is required: this test asks for consent.' },
    ]);
  });
});

test.each([
  ['no consent text', null, 2, false],
  ['a text without recordings', { version: 2, recording: false }, 2, false],
  ['no agreement', text, null, false],
  ['an agreement to an earlier text', text, 1, false],
  ['an agreement to the current text', text, 2, true],
])('a recording with %s is allowed: %#', (_, consent, accepted, allowed) => {
  expect(mayRecord(consent, accepted)).toBe(allowed);
});
