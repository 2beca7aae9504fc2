import { expect, test } from 'vitest';
import { nameRefusal } from './name-rules.ts';

test.each([
  ['Late shipping costs', undefined],
  ['Log-in & passwords', undefined],
  ['Späte Versandkosten', undefined],
  ['…', 'has no words'],
  ['What the participants think about the late costs of shipping', 'is too long'],
  ['<b>Costs</b>', 'has signs'],
  ['Ask https://example.com', 'has signs'],
  ['Sarah and the lamp', 'names a person'],
  ['Zorana’s lamp', 'names a person'],
])('the name “%s” %s', (name, expected) => {
  expect(nameRefusal(name, ['Zorana Petrović', 'Speaker 1', 'Interviewer'])).toBe(expected);
});
