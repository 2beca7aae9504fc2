import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRemoveWords, createWordRemoval } from './index.ts';

const said = 'I gave up when the shipping costs were added after I had typed in my card';
const remove = (text: string) =>
  createRemoveWords({ passages: [said], names: ['mina.petrov@example.com', 'Mina Petrov'] })(text);

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

describe('a short passage', () => {
  const passages = [
    'I use it every day',
    'We rarely do that',
    'No idea',
    'She never once called me back afterwards',
  ];
  const short = (text: string, quotes?: string[]) => createRemoveWords({ passages, names: [] })(text, quotes);

  test.each([
    ['five words, as a whole', '“I use it every day” is frequent.', '“[removed]” is frequent.'],
    ['seven words, as a whole', 'Really: she never once called me back afterwards!', 'Really: [removed]!'],
  ])('removes a short passage of %s', (_, text, expected) => {
    expect(short(text)).toBe(expected);
  });

  test.each([
    ['a part of five words', 'We use it every day.'],
    ['a part of seven words', 'He never once called me back afterwards.'],
    ['four words', 'We rarely do that.'],
    ['two words', 'No idea why.'],
  ])('leaves %s if the passage is short', (_, text) => {
    expect(short(text)).toBe(text);
  });

  test('removes a passage of any length if the text quotes it', () => {
    expect(short('“No idea” [cit_1], we do', ['No idea', '…'])).toBe('“[removed]” [cit_1], we do');
    expect(short('No idea', ['Another idea'])).toBe('No idea');
  });
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

describe('words next to a mark of an earlier erasure', () => {
  const knew = 'we never knew where the parcel was until noon';
  const passages = [knew, 'the van was late', 'it came a day later'];
  const parcel = (text: string) => createRemoveWords({ passages, names: ['Ann Lee'] })(text);

  test.each([
    ['three words to the end of a quotation', '“[removed] was until noon” is sad', '“[removed]” is sad'],
    ['three words to the end of the text', 'So [removed] the parcel was', 'So [removed]'],
    ['three words to the next mark', 'So [removed] the parcel was [removed] today', 'So [removed] today'],
    ['three words after a comma', '[removed], the parcel was.', '[removed].'],
    ['five words before other words', '[removed] where the parcel was until now', '[removed] now'],
    [
      'three words from the start of a quotation',
      'said “the parcel was [removed] today”',
      'said “[removed] today”',
    ],
    ['three words from the start of the text', 'we never knew [removed] today', '[removed] today'],
    ['five words after other words', 'So never knew where the parcel [removed] today', 'So [removed] today'],
    ['three words of a passage of five words', '“[removed] a day later”', '“[removed]”'],
    ['three words from the start of a line', 'it\nthe parcel was [removed] today', 'it\n[removed] today'],
    ['words next to a name that is removed now', 'Ann Lee the parcel was.', '[removed].'],
    [
      'words on both sides',
      '“the parcel was [removed] until noon [removed] was until noon”',
      '“[removed] until noon [removed]”',
    ],
  ])('removes %s', (_, text, expected) => {
    expect(parcel(text)).toBe(expected);
  });

  test.each([
    ['two words to the end', '“[removed] until noon” is sad'],
    ['two words from the start', '“we never [removed] today'],
    ['four words before other words', '[removed] the parcel was until today'],
    ['four words after other words', 'So knew where the parcel [removed] today'],
    ['three words before other words', 'See [removed] the parcel was sent.'],
    ['three words after other words', 'See the parcel was [removed] today'],
    ['three words in the middle of a sentence', 'Yes. So the parcel was [removed] today'],
    ['three words in the middle of a line', 'Yes\nso the parcel was [removed] today'],
    ['words in another order', '“[removed] parcel the was”'],
    ['words of a passage of four words', '“[removed] van was late”'],
    ['words that are not next to the mark', '“[removed] and the parcel was”'],
  ])('leaves %s next to a mark', (_, text) => {
    expect(parcel(text)).toBe(text);
  });

  test.each([...'.!?…"“”»«」)\n'])('removes words after a mark up to %j, which ends a quotation', (sign) => {
    expect(parcel(`[removed] the parcel was ${sign} it`)).toBe(`[removed] ${sign} it`);
  });

  test.each([...'.!?…"“”»«「(\n'])(
    'removes words before a mark from %j, which starts a quotation',
    (sign) => {
      expect(parcel(`it ${sign} the parcel was [removed] today`)).toBe(`it ${sign} [removed] today`);
    },
  );

  test.each([...'.!?…"“”»«「」()\n'])('leaves words if %j is between them and the mark', (sign) => {
    for (const text of [`so [removed] ${sign} the parcel was`, `the parcel was ${sign} [removed] so`])
      expect(parcel(text)).toBe(text);
  });

  test.each([...',-–*_:'])(
    'leaves words next to a mark if only %j is between them and other words',
    (sign) => {
      for (const text of [`[removed] the parcel was ${sign} it`, `it ${sign} the parcel was [removed] today`])
        expect(parcel(text)).toBe(text);
    },
  );
});

test('does not confuse the word undefined with the end of the text', () => {
  const passages = ['it says undefined undefined undefined all day'];
  for (const text of ['so [removed]', '[removed] so', '[removed]'])
    expect(createRemoveWords({ passages, names: [] })(text)).toBe(text);
});

test('a mask replaces passages, names and what is left of them, without changing the length', () => {
  const { mask } = createWordRemoval({ passages: [said], names: ['Mina Petrov'] });
  expect(mask('Mina Petrov: gave up when the shipping costs were added')).toBe(
    '████ ██████: ████ ██ ████ ███ ████████ █████ ████ █████',
  );
  expect(mask('Mina Petrov typed in my card.')).toBe('████ ██████ █████ ██ ██ ████.');
  expect(mask('Mina gave up')).toBe('Mina gave up');
});
