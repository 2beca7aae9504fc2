import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRemoveWords, createWordRemoval, removeNames } from './index.ts';

const removeOf = (names: string[], others: string[] = []) =>
  createRemoveWords({ passages: [], names, others });

test.each([
  ['another case', 'ANN LEE agrees', '[removed] agrees'],
  ['accents', 'Zoë Núñez and Zoe Nunez', '[removed] and [removed]'],
  ['a decomposed accent', 'Zoe\u0308 Nu\u0301n\u0303ez', '[removed]'],
  ['the possessive', "Ann Lee’s and Ann Lee's idea", "[removed]’s and [removed]'s idea"],
  ['a hyphenated name', 'Anna-Lena Meyer-Voss said, Anna‑Lena Meyer‑Voss', '[removed] said, [removed]'],
  ['a name in a file name', 'Interview_Ann_Lee.mp4', 'Interview_[removed].mp4'],
  ['a name that is a local part', 'write to ann.lee@other.example!', 'write to [removed]!'],
  ['a name with an extension of the local part', 'ann.lee+test@other.example', '[removed]'],
  ['another address before it', 'jo@x.example, ann.lee@y.example', 'jo@x.example, [removed]'],
  ['an address next to it', 'jo@x.example Ann Lee jo@x.example', 'jo@x.example [removed] jo@x.example'],
  ['a name in another script', 'Это Анна Ли.', 'Это [removed].'],
  ['Markdown inside the name', '**Ann** _Lee_', '**[removed]_'],
])('removes a name with %s', (_, text, expected) => {
  const remove = removeOf(['Ann Lee', 'Zoë Núñez', 'Anna-Lena Meyer-Voss', 'Анна Ли']);
  expect(remove(text)).toBe(expected);
  expect(remove(expected)).toBe(expected);
});

test.each([
  ['longer words', 'Joann Leeds and Ann Leeway'],
  [
    'a longer local part',
    'joann.lee@x.example, jo.ann.lee@x.example, ann.lee.smith@x.example, ann.leeds@x.example',
  ],
  ['a domain', 'info@ann.lee.example'],
])('leaves %s', (_, text) => {
  expect(removeOf(['Ann Lee'])(text)).toBe(text);
});

test.each([
  ['a longer word', 'Annabelle, Joann'],
  ['a hyphenated name of others', 'Ann-Marie and Jo-Ann'],
  ['a name with an apostrophe', 'O’Ann'],
  ['a word that is not written as a name', 'ann'],
  ['an address of others', 'ann.smith@x.example, jo.ann@x.example'],
])('leaves %s when it removes a name of one word', (_, text) => {
  expect(removeNames(text, ['Ann'])).toBe(text);
});

test.each([
  ['after a word', 'so Ann agrees', 'so [removed] agrees'],
  ['in capitals', 'so ANN agrees', 'so [removed] agrees'],
  ['with an accent', 'so Zoë agrees', 'so [removed] agrees'],
  ['after an open hyphen', 'part a- Ann', 'part a- [removed]'],
  ['after a dash', 'so -Ann', 'so -[removed]'],
  ['before a dash', 'Ann -x', '[removed] -x'],
  ['in small letters, if it is given so', 'so kim agrees', 'so [removed] agrees'],
  ['between two marks', '[removed] Ann [removed]', '[removed] [removed] [removed]'],
])('removes a name of one word %s', (_, text, expected) => {
  expect(removeNames(text, ['…', 'Ann', 'Zoe', ' kim '])).toBe(expected);
});

test('removes a name of one word with the possessive, and as the local part of an address', () => {
  expect(removeNames('Ann’s idea, Ann@x.example', ['Ann'])).toBe('[removed]’s idea, [removed]');
});

test('leaves the longer name of another person, so that the erasure of that person finds it', () => {
  const text = 'Mary Ann Lee and Ann Lee';
  const first = removeOf(['Ann Lee'], ['Mary Ann Lee', 'Ann Lee'])(text);
  expect(first).toBe('Mary Ann Lee and [removed]');
  expect(removeOf(['Mary Ann Lee'])(first)).toBe('[removed] and [removed]');
});

test('removes what an earlier erasure left of a name, and nothing else next to a mark', () => {
  expect(removeOf(['Mary Ann Lee'])('Mary [removed] said')).toBe('[removed] said');
  expect(removeOf(['Mina Schulz'])('[removed] Schulz said')).toBe('[removed] said');
  expect(removeOf(['Mary Ann Lee'])('Mary [removed] Lee said')).toBe('[removed] said');
  expect(removeOf(['Will Lee'])('they will [removed]. Lee')).toBe('they will [removed]. Lee');
  const mary = removeOf(['Mary Ann Lee', 'Mary-Ann Lee']);
  expect(mary('Mary  [removed] said')).toBe('[removed] said');
  expect(mary('Mary-[removed] said')).toBe('[removed] said');
  expect(mary('Mary, [removed] said so')).toBe('Mary, [removed] said so');
  expect(mary('Mary Ann Lee called [removed] today')).toBe('[removed] called [removed] today');
});

test('removes what an earlier erasure left of a quotation, and leaves the words of the writer', () => {
  const b = createWordRemoval({ passages: ['we never knew where the parcel was until noon'], names: [] });
  expect(b.remove('She said “[removed] the parcel was until noon”.')).toBe('She said “[removed]”.');
  expect(b.remove('“the parcel was [removed]” again')).toBe('“[removed]” again');
  expect(b.remove('See [removed] the parcel was sent.')).toBe('See [removed] the parcel was sent.');
});

test('a mask has the length of the text, and is found as a mark later', () => {
  const { mask } = createWordRemoval({ passages: [], names: ['Ann Lee', '𝒜nn 李'] });
  expect(mask('So Ann Lee said, 𝒜nn 李')).toBe('So ███ ███ said, ████ █');
  expect(removeOf(['Mary Ann Lee'])('Mary ███ ███ said')).toBe('[removed] said');
});

const parts = ['Ann', 'Lee', 'Mary', 'Will', 'Zoë', 'Smith-Lee', 'O’Brien', 'Ngũgĩ'];
const name = fc
  .uniqueArray(fc.constantFrom(...parts), { minLength: 2, maxLength: 4 })
  .map((words) => words.join(' '));
const fillers = ['Annabelle', 'Leeds', 'Marylebone', 'zoetrope', 'and', 'said.', 'asked,', 'Nobody'];
const pieces = (names: string[]) =>
  fc.array(
    fc.constantFrom(
      ...names,
      ...names.map((n) => `${n}’s`),
      ...names.map((n) => n.toUpperCase()),
      ...fillers,
    ),
  );
const words = (text: string) => text.match(/[\p{L}\p{N}]+/gu) ?? [];
const folded = (text: string) => words(text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()).join(' ');

/** Erases two people in both orders. Nothing of their names and everything else must remain. */
function expectNothingLeft(a: string, b: string, list: string[], isKnown: boolean) {
  const text = list.join(' ');
  for (const [first, second] of [
    [a, b],
    [b, a],
  ] as [string, string][]) {
    const once = removeOf([first], isKnown ? [first, second] : [])(text);
    const twice = removeOf([second])(once);
    for (const whole of [a, b]) expect(` ${folded(twice)} `).not.toContain(` ${folded(whole)} `);
    // The other words remain, in their order.
    const rest = words(twice.replaceAll('[removed]', ' ')).filter((word) =>
      fillers.some((f) => f.startsWith(word)),
    );
    const expected = list
      .filter((piece) => fillers.includes(piece))
      .map((piece) => piece.replace(/[.,]$/, ''));
    expect(rest.filter((word) => word !== 's')).toEqual(expected);
    // Nothing of the names remains next to a mark.
    const names = new Set([a, b].flatMap((n) => words(n)).map(folded));
    const marked = [...twice.matchAll(/([\p{L}\p{M}]+)? ?\[removed\](?:’s)? ?([\p{L}\p{M}]+)?/gu)];
    for (const [, before = '', after = ''] of marked)
      for (const word of [before, after])
        if (!fillers.includes(word) && word !== '') expect([...names]).not.toContain(folded(word));
    expect(removeOf([second])(twice)).toBe(twice);
  }
}

test('two erasures of people whose names share words leave nothing of either, in any order', () => {
  const given = fc
    .tuple(name, name)
    .chain(([a, b]) => fc.tuple(fc.constant(a), fc.constant(b), pieces([a, b]), fc.boolean()));
  fc.assert(
    fc.property(given, (example) => expectNothingLeft(...example)),
    { numRuns: 500 },
  );
});

test.each([true, false])('leaves no middle part of a name between two marks (names known: %s)', (isKnown) => {
  const [a, b] = ['Ann Ngũgĩ Will', 'Will Ann'];
  expectNothingLeft(a, b, [a, a, a], isKnown);
  expectNothingLeft(a, b, [a, a.toUpperCase(), a, 'said.', a, a], isKnown);
  const [c, d] = ['Ann Mary Zoë Will', 'Will Ann'];
  expectNothingLeft(c, d, [c, c, c], isKnown);
  expect(removeOf([a])('[removed] Ngũgĩ [removed]')).toBe('[removed]');
});

test('leaves words between two marks that are not of the name, or not next to both', () => {
  const remove = removeOf(['Ann Will Lee']);
  for (const text of [
    '[removed] and [removed]',
    '[removed] will [removed]',
    '[removed], Will [removed]',
    '[removed] Will, [removed]',
    '[removed] Will Smith [removed]',
  ])
    expect(remove(text)).toBe(text);
  expect(remove('[removed] Lee Smith [removed]')).toBe('[removed] Smith [removed]');
  expect(remove('[removed] Will Lee [removed]')).toBe('[removed]');
});
