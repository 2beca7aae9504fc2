import { expect, test } from 'vitest';
import { createTokenize, topicPhrasesIn } from './index.ts';

const tokenize = createTokenize();
const phrases = (text: string) =>
  topicPhrasesIn(tokenize(text)).map(({ form, words }) => [
    form,
    words.map(({ surface }) => surface).join(' '),
  ]);

test.each([
  ['At the checkout the shipping costs appeared.', ['noun', 'shipping costs']],
  ['There is no error message.', ['noun', 'no error message']],
  ['The CSV files are huge.', ['noun', 'CSV files']],
  ['The bank import fails every time.', ['event', 'bank import fails']],
  ['At the petrol station my card was refused.', ['event', 'card refused']],
  ['I downloaded the log again.', ['action', 'downloading the log']],
  ['They cancelled my appointment.', ['action', 'cancelling the appointment']],
])('finds in “%s” %j', (text, expected) => {
  expect(phrases(text)).toContainEqual(expected);
});

test('marks names, so that they can be left out', () => {
  const words = topicPhrasesIn(tokenize('We ask about the Sarah report.')).flatMap((phrase) => phrase.words);
  expect(words.find(({ surface }) => surface === 'Sarah')?.kind).toBe('name');
});
