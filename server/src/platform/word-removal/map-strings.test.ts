import { expect, test } from 'vitest';
import { mapStrings } from './index.ts';

const shout = (text: string) => text.toUpperCase();

test('changes the texts of a JSON value, at any depth, and leaves its keys', () => {
  const value = { a: 'A text', b: [1, null, { c: 'More text' }], d: true };
  expect(mapStrings(value, shout)).toEqual({ a: 'A TEXT', b: [1, null, { c: 'MORE TEXT' }], d: true });
  expect(mapStrings('A text', shout)).toBe('A TEXT');
});

test.each([
  'single_choice',
  'open',
  'test.response.submitted',
  'tst_06mzq5n4d8f3r7t2x4k6n8p0zz',
  '2026-01-02T03:04:05.678Z',
  '2026-01-02',
  'https://example.com/single-choice/report?x=1',
])('leaves the fixed value %s', (value) => {
  expect(mapStrings({ type: value }, shout)).toEqual({ type: value });
});

test.each([
  'single choice',
  'Open',
  'open.',
  'https://a b',
  'ada@x.test',
  'https://x.test/?to=ada@x.test',
  'https://x.test/?to=ada%40x.test',
  '2026-01-02 was cold',
])('changes the text %s', (value) => {
  expect(mapStrings({ type: value }, shout)).toEqual({ type: shout(value) });
});

test('changes every key and every string of metadata', () => {
  expect(mapStrings({ metadata: { name: ['open', { id: 'x' }] } }, shout)).toEqual({
    metadata: { NAME: ['OPEN', { ID: 'X' }] },
  });
  expect(mapStrings({ name: 'open' }, shout, true)).toEqual({ NAME: 'OPEN' });
});

test.each([[5], [true], [null], [undefined], [new Date(0)]])(
  'leaves a JSON value without text: %s',
  (value) => {
    expect(mapStrings(value, shout)).toBe(value);
  },
);
