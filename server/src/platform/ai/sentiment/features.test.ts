import { expect, test } from 'vitest';
import { wordFeatures } from './features.ts';

const hostile = [
  'so ',
  '🙂',
  '🙂 ',
  'but good ',
  'never so good ',
  'GOOD ',
  '. but ',
  'felt like a ',
  '!',
  'a',
];

// A task of a thread scores a batch of segments and has a deadline.
test.each(hostile)('reads a segment that repeats %j within 250 ms of CPU time', (word) => {
  const text = word.repeat(50_000);
  wordFeatures('It was easy, but so slow.');
  const start = process.threadCpuUsage();
  wordFeatures(text);
  const { user, system } = process.threadCpuUsage(start);
  expect((user + system) / 1000).toBeLessThan(250);
});

test('reads 400 words of a longer text', () => {
  const words = 'It was good. '.repeat(140);
  expect(wordFeatures(`${words} I hate it.`)).toEqual(wordFeatures(words));
});
