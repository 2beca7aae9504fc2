import { expect, test } from 'vitest';
import { nameKey } from './name-key.ts';

test.each([
  ['Pricing', 'PRICING'],
  ['straße', 'STRASSE'],
  ['Straße', 'STRAẞE'],
  ['ﬁeld notes', 'Field Notes'],
  ['ΟΔΟΣ', 'οδος'],
  ['Ｐｒｉｃｅ', 'price'],
  ['Cafe\u0301', 'CAFÉ'],
  ['  Late \u00a0 delivery ', 'late delivery'],
])('treats “%s” and “%s” as the same name', (one, other) => {
  expect(nameKey(one)).toBe(nameKey(other));
});

test.each([
  ['Café', 'Cafe'],
  ['ılık', 'ilik'],
  ['für', 'fuer'],
  ['late delivery', 'latedelivery'],
])('treats “%s” and “%s” as different names', (one, other) => {
  expect(nameKey(one)).not.toBe(nameKey(other));
});
