import { getSchema } from '@tiptap/core';
import { expect, test } from 'vitest';
import type { Excerpt } from '../../../../data/comments.ts';
import { documentExtensions } from '../document/extensions.ts';
import { parseBlocks } from '../document/parse.ts';
import { excerptOf, findExcerpt, flatten } from './excerpts.ts';

const schema = getSchema(documentExtensions);
const read = (markdown: string) => schema.node('doc', null, parseBlocks(schema, markdown));
const text = 'The slot costs the order.\n\nOf eleven people, **five** people left.\n\nFive people came back.';

/** The excerpt of words in a text: of several, the one with the number `which`. */
function quote(markdown: string, words: string, which = 0): Excerpt {
  const doc = read(markdown);
  const flat = flatten(doc);
  let at = -1;
  for (let i = 0; i <= which; i++) at = flat.text.indexOf(words, at + 1);
  const found = findExcerpt(flat, { quote: words, before: flat.text.slice(0, at), after: '' });
  return excerptOf(doc, found as NonNullable<typeof found>) as Excerpt;
}

function wordsAt(markdown: string, excerpt: Excerpt): string | undefined {
  const doc = read(markdown);
  const range = findExcerpt(flatten(doc), excerpt);
  return range && doc.textBetween(range.from, range.to, '\n', ({ attrs }) => attrs.quote ?? attrs.title);
}

test('an excerpt has its words and the text before and after them, across formats', () => {
  const excerpt = quote(text, 'five people');
  expect(excerpt).toEqual({
    quote: 'five people',
    before: 'The slot costs the order.\nOf eleven people, ',
    after: ' left.\nFive people came back.',
  });
  expect(wordsAt(text, excerpt)).toBe('five people');
});

test('an excerpt is found again after edits before and after it', () => {
  const excerpt = quote(text, 'people', 2);
  const edited = `New first line.\n\n${text.replace('slot', 'time').replace('came', 'never came')}`;
  const doc = read(edited);
  const range = findExcerpt(flatten(doc), excerpt);
  expect(doc.textBetween(range?.from ?? 0, (range?.to ?? 0) + 6)).toBe('people never');
});

test('an excerpt whose words were edited is what stands between the text around them', () => {
  const excerpt = quote(text, 'five people');
  expect(wordsAt(text.replace('**five** people', 'six of the people'), excerpt)).toBe('six of the people');
});

test('an excerpt whose paragraph was deleted is not found', () => {
  expect(wordsAt('The slot costs the order.', quote(text, 'five people'))).toBeUndefined();
});

test('a quotation or a clip belongs to an excerpt as a whole', () => {
  const markdown = 'Before.\n\n[Three grey days](parley:clip/clp_1)\n\nAfter.';
  const excerpt = quote(markdown, 'grey days');
  expect(excerpt.quote).toBe('Three grey days');
  expect(wordsAt(markdown, excerpt)).toBe('Three grey days');
});

test('a long selection keeps its first thousand characters, and no half characters', () => {
  const doc = read(`${'😀'.repeat(60)}${'x'.repeat(1500)}${'😀'.repeat(60)}`);
  const excerpt = excerptOf(doc, { from: 121, to: 1300 });
  expect(excerpt?.quote).toBe('x'.repeat(1000));
  expect(excerpt?.before).toBe('😀'.repeat(50));
  const odd = read(`${'😀'.repeat(60)}xb`);
  expect(excerptOf(odd, { from: 122, to: 123 })?.before).toBe(`${'😀'.repeat(49)}x`);
});

test('a range without words is no excerpt', () => {
  expect(excerptOf(read('a  b'), { from: 2, to: 2 })).toBeUndefined();
});
