import { expect, test } from 'vitest';
import { createRemoveWords } from './index.ts';
import { removeFromLongText } from './remove-from-long-text.ts';

const remove = createRemoveWords({
  passages: ['My landlord reads every letter before I get it'],
  names: ['Mina Petrov'],
});

test.each([
  ['paragraphs', '\n\n'],
  ['lines', '\n'],
  ['sentences', ' '],
])('removes every occurrence from a long text of %s, and nothing else', async (_, separator) => {
  const sentence = 'Then Mina Petrov wrote: my landlord reads every letter before I get it, honestly.';
  const text = Array.from({ length: 3000 }, () => sentence).join(separator);
  const expected = Array.from({ length: 3000 }, () => 'Then [removed] wrote: [removed], honestly.').join(
    separator,
  );
  expect(await removeFromLongText(text, remove)).toBe(expected);
});

test('a long text without spaces, and one without the words, do not change', async () => {
  for (const text of ['x'.repeat(100_000), '\n\n \r\n'.repeat(20_000), ''])
    expect(await removeFromLongText(text, remove)).toBe(text);
});
