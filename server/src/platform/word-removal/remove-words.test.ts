import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRemoveWords, mapStrings, removedText } from './index.ts';

const said = 'I gave up when the shipping costs were added after I had typed in my card';
const remove = createRemoveWords({ passages: [said], names: ['mina.petrov@example.com', 'Mina Petrov'] });

test.each([
  ['a whole quotation', `She said: “${said}.” Twice.`, 'She said: “[removed].” Twice.'],
  ['a part of eight words', 'gave up when the shipping costs were added, they say', '[removed], they say'],
  ['other case and punctuation', 'GAVE UP, when the shipping-costs were ADDED…', '[removed]…'],
  ['Markdown between the words', 'gave **up** when\n> the *shipping* costs were added', '[removed]'],
  ['an address', 'Write to Mina.Petrov@example.com.', 'Write to [removed].'],
  ['a name', 'mina petrov agrees', '[removed] agrees'],
])('removes %s', (_, text, expected) => {
  expect(remove(text)).toBe(expected);
});

test.each([
  ['a run of seven words', 'gave up when the shipping costs were high'],
  ['a part of a name', 'Mina agrees, and so does Petrova'],
  ['a longer address', 'xmina.petrov@example.community'],
])('leaves %s', (_, text) => {
  expect(remove(text)).toBe(text);
});

test('removes a short passage only as a whole, and a shorter one only if the text quotes it', () => {
  const short = createRemoveWords({ passages: ['I use it every day', 'No idea'], names: [] });
  expect(short('“I use it every day” is frequent.')).toBe('“[removed]” is frequent.');
  expect(short('We use it every day. No idea why.')).toBe('We use it every day. No idea why.');
  expect(short('“No idea” [cit_1]', ['No idea'])).toBe('“[removed]” [cit_1]');
});

test('counts each character of a script without spaces as a word', () => {
  const japanese = createRemoveWords({ passages: ['送料が後から追加されたのでやめました'], names: [] });
  expect(japanese('彼女は「送料が後から追加されたのでやめました」と言った')).toBe(
    '彼女は「[removed]」と言った',
  );
});

test('removing twice is the same as once, and no run of the passage remains', () => {
  const words = fc.array(fc.constantFrom('a', 'b', 'c', 'the', 'it'), { maxLength: 40 });
  fc.assert(
    fc.property(words, words, (passage, text) => {
      const change = createRemoveWords({ passages: [passage.join(' ')], names: [] });
      const once = change(text.join(' '));
      expect(change(once)).toBe(once);
      for (let at = 0; at + 8 <= passage.length; at++)
        expect(` ${once} `).not.toContain(` ${passage.slice(at, at + 8).join(' ')} `);
    }),
  );
});

test('changes every string of a JSON value and nothing else', () => {
  const value = { a: said, b: [1, null, { c: `x ${said}` }], d: true };
  expect(mapStrings(value, remove)).toEqual({ a: removedText, b: [1, null, { c: 'x [removed]' }], d: true });
});
