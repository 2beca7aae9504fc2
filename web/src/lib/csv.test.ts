import { expect, it } from 'vitest';
import { toCsv } from './csv.ts';

it.each([
  ['plain', 'plain'],
  ['a, b', '"a, b"'],
  ['say "no"', '"say ""no"""'],
  ['two\nlines', '"two\nlines"'],
  ['=1+1', "'=1+1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  [-2, '-2'],
])('writes %j as %s', (value, text) => {
  expect(toCsv(['h'], [[value]])).toBe(`h\r\n${text}\r\n`);
});
