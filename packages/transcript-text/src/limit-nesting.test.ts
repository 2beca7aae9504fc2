import { expect, test } from 'vitest';
import { limitNesting } from './limit-nesting.ts';

test('leaves quotations and lists of up to 20 levels as they are', () => {
  const text = `${'> '.repeat(20)}deep\n\n- a\n  - b\n    1. c\n\n**bold** > no quotation\n---\n* * *`;
  expect(limitNesting(text)).toBe(text);
});

test.each([
  ['quotations', '>'.repeat(5_000)],
  ['quotations with spaces', '> '.repeat(5_000)],
  ['lists', '- '.repeat(5_000)],
  ['numbered lists', '1. '.repeat(5_000)],
  ['quotations in lists', '- > '.repeat(5_000)],
])('replaces the markers of %s deeper than 20 levels without moving the text', (_name, start) => {
  const text = `first\r\n${start}words`;
  const limited = limitNesting(text);
  expect(limited).toHaveLength(text.length);
  expect(limited.endsWith('words')).toBe(true);
  expect(limited.match(/>|-|\d\./g)).toHaveLength(20);
});

test('replaces the marker of a list that is indented for more than 20 levels', () => {
  expect(limitNesting(`${' '.repeat(100)}- x`)).toBe(`${' '.repeat(100)}› x`);
});
