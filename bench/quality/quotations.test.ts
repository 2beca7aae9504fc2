import { expect, test } from 'vitest';
import { findQuotations, isQuoted } from './quotations.ts';

test('finds block quotes and words in quotation marks', () => {
  const markdown = [
    '**Ada** speaks about “the \\*other\\* queue”.',
    '> I asked "is it free" and waited. [cit_1]',
    '> — Ada, Interview 1, 0:12',
    '> “It was not.” [cit_2]',
    'She calls it "slow".',
  ].join('\n');
  expect(findQuotations(markdown)).toEqual([
    'I asked "is it free" and waited.',
    'It was not.',
    'the *other* queue',
    'slow',
  ]);
});

test('a quotation must be in one text word for word', () => {
  const texts = ['I waited for an  hour.', 'It was cold.'];
  expect(isQuoted('waited for an hour', texts)).toBe(true);
  expect(isQuoted('I waited … hour.', texts)).toBe(true);
  expect(isQuoted('I waited for two hours', texts)).toBe(false);
  expect(isQuoted('I waited … cold', texts)).toBe(false);
});
