import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyText } from '../../../test/any-text.ts';
import { createRemoveWords, createSharedWords, createWordRemoval, nameForms, removeNames } from './index.ts';
import { formsOf, readable } from './readable.ts';

const removal = createWordRemoval({
  passages: ['the kettle boils over whenever I turn my back'],
  names: ['Tove Brandt', 'tove.brandt@post.example', 'Änne Öz'],
});

test.each([
  ['a soft hyphen inside of a word', 'To\u00adve Bran\u00addt', '[removed]'],
  ['a zero-width space inside of a word', 'Tov\u200be Brandt', '[removed]'],
  ['a zero-width space as the separator', 'Tove\u200bBrandt', '[removed]'],
  ['a word joiner as the separator', 'Tove\u2060Brandt', '[removed]'],
  ['a joiner and a space', 'Tove\u200d \ufeffBrandt', '[removed]'],
  ['a non-joiner after each letter', [...'Tove Brandt'].join('\u200c'), '[removed]'],
  ['marks of the writing direction', '\u2067Tove\u2069 \u200eBrandt', '\u2067[removed]'],
  ['a no-break space', 'Tove\u00a0Brandt', '[removed]'],
  ['a named reference', 'Tove&nbsp;Brandt', '[removed]'],
  ['a decimal reference', 'Tove&#160;Brandt', '[removed]'],
  ['a hexadecimal reference', 'Tove&#xA0;Brandt', '[removed]'],
  ['a reference that is escaped itself', 'Tove&amp;nbsp;Brandt', '[removed]'],
  ['a reference to an invisible character', 'To&shy;ve&ZeroWidthSpace;Brandt', '[removed]'],
  ['letters as references', '&Auml;nne &#214;z', '[removed]'],
  ['percent-encoded letters', 'https://x.example/%C3%84nne%20%c3%96z?a=1', 'https://x.example/[removed]?a=1'],
  ['a percent-encoded address', '?to=tove.brandt%40post.example&x', '?to=[removed]&x'],
  ['an address that is encoded twice', '%3Fto%3Dtove%252ebrandt%2540post.example', '%3Fto%3D[removed]'],
  ['an address with a reference', 'tove.brandt&#64;post.example', '[removed]'],
  ['an address with a place to break the line', 'tove.brandt@\u200bpost.example', '[removed]'],
  ['an address with a name of others', 'tove.brandt%40else.example', '[removed]'],
])('removes a name with %s', (_, written, expected) => {
  expect(removal.remove(`So ${written}, yes`)).toBe(`So ${expected}, yes`);
  expect(removal.mask(`So ${written}, yes`)).toHaveLength(`So ${written}, yes`.length);
});

test('removes passages with invisible characters, references and percent-encoded characters', () => {
  for (const written of [
    'the ket\u00adtle boils over when\u00adever I turn my back',
    'the\u200bkettle\u200bboils\u200bover\u200bwhenever\u200bI\u200bturn\u200bmy\u200bback',
    'the&nbsp;kettle boils over whenever I turn my&nbsp;back',
    'the%20kettle%20boils%20over%20whenever%20I%20turn%20my%20back',
  ])
    expect(removal.remove(`“${written}” again`)).toBe('“[removed]” again');
});

test('masks exactly the characters of the name, however they are written', () => {
  expect(removal.mask('a&amp;b Tove&nbsp;Brandt %41 end')).toBe(
    'a&amp;b ████████████████ %41 end'.replace('████████████████', '█'.repeat(16)),
  );
  expect(removal.mask('x\u200by To\u00adve Brandt\u200b z')).toBe('x\u200by █████ ██████\u200b z');
});

test.each([
  ['escapes without the name', 'a%20b%zz%E9 &amp; &nosuch; &#9999999; 100% of &c. To\u00advel Brandt'],
  ['the longer name of another person with a soft hyphen', 'Kris\u00adtove Brandt'],
  ['an address of others', 'kris.tove.brandt%40post.example'],
])('leaves %s', (_, text) => {
  expect(removal.remove(text)).toBe(text);
  expect(removal.mask(text)).toBe(text);
});

test('finds a plain name if the name of the person is written with such characters', () => {
  const remove = createRemoveWords({
    passages: [],
    names: ['Ig&nbsp;Ro\u00adwan', 'Per\u200bAas', 'u%40v.example'],
  });
  expect(remove('Ig Rowan, Per Aas and u@v.example')).toBe('[removed], [removed] and [removed]');
  expect(removeNames('So To\u00adve agrees, Tove\u00ads', ['Tove'])).toBe('So [removed] agrees, Tove\u00ads');
  expect(nameForms(['Ig&nbsp;Rowan', 'Per\u200bAas'])).toEqual([
    'Ig\u00a0Rowan',
    'Ig',
    'Rowan',
    'PerAas',
    'Per Aas',
    'Per',
    'Aas',
  ]);
});

test('leaves words of others that are written with such characters', () => {
  const given_at = new Date('2026-01-01');
  const text = 'the kettle boils over whenever I turn my back';
  const shared = createSharedWords([{ text, given_at }]);
  shared.add(text.replaceAll(' ', '\u200b'));
  const { remove } = createWordRemoval({ passages: [text], names: [], shared: shared.keys });
  expect(remove(text)).toBe(text);
});

test('decodes what is written, and finds each character in the original', () => {
  const { text, startOf, endOf } = readable('a%C3%A9\u200bb&lt;c');
  expect(text).toBe('aéb<c');
  expect([...text].map((_, at) => [startOf(at), endOf(at + 1)])).toEqual([
    [0, 1],
    [1, 7],
    [8, 9],
    [9, 13],
    [13, 14],
  ]);
  expect(endOf(0)).toBe(0);
  expect(readable('%F0%9F%98%80 %ED%A0%80 %C3x %252').text).toBe('😀 %ED%A0%80 %C3x %2');
  expect(readable('&Amp &a; &#x110000; &bigoplus;').text).toBe('&Amp &a; \ufffd ⨁');
  expect(formsOf('x\u200by\u2060Z\u2060z')).toEqual(['xyZz', 'x y Zz']);
  expect(formsOf('plain')).toEqual(['plain']);
  expect(formsOf('%41')).toEqual(['A']);
});

const invisible = fc.constantFrom(
  '\u200b',
  '\u200c',
  '\u200d',
  '\u2060',
  '\ufeff',
  '\u00ad',
  '&shy;',
  '%E2%80%8B',
  '',
);
const blank = fc.constantFrom(
  ' ',
  '\u00a0',
  '&nbsp;',
  '&#160;',
  '&#xa0;',
  '%20',
  '%C2%A0',
  '&amp;nbsp;',
  '\u2003',
);
const encoded = (letter: string) =>
  fc.constantFrom(
    letter,
    encodeURIComponent(letter),
    `%${letter.charCodeAt(0).toString(16)}`,
    `&#${letter.charCodeAt(0)};`,
  );

/** The text with invisible characters anywhere, and with each character in one of its forms. */
const writtenAs = (text: string) =>
  fc
    .tuple(...[...text].map((c) => fc.tuple(c === ' ' ? blank : encoded(c), invisible)))
    .map((all) => all.flat().join(''));

test('removes a name and an address in any form, and nothing else', () => {
  const given = fc.tuple(
    fc.constantFrom('Tove Brandt', 'tove.brandt@post.example').chain(writtenAs),
    fc.array(writtenAs('and so on')),
  );
  fc.assert(
    fc.property(given, ([name, others]) => {
      const before = others.join(' ');
      const result = removal.remove(`${before} ${name} ${before}`);
      expect(result.replace(/\[removed\](?:\p{DI}|&shy;|%E2%80%8B)*/v, '[removed]')).toBe(
        `${before} [removed] ${before}`,
      );
    }),
  );
});

test('masks keep the length of any text, and removing twice changes nothing more', () => {
  const part = fc.oneof(
    anyText(),
    fc.constantFrom('%', '25', '40', '&amp;', '&', '#', ';', 'Tove', ' ', 'Brandt', '\u200b', '@'),
  );
  fc.assert(
    fc.property(
      fc.array(part).map((parts) => parts.join('')),
      (text) => {
        expect(removal.mask(text)).toHaveLength(text.length);
        const once = removal.remove(text);
        expect(removal.remove(once)).toBe(once);
      },
    ),
    { numRuns: 500 },
  );
});
