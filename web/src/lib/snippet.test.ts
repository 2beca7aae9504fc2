import { expect, it } from 'vitest';
import { parseSnippet, withoutTitle } from './snippet.ts';

it.each([
  ['plain', [{ text: 'plain', hit: false }]],
  [
    'the <mark>price</mark> first',
    [
      { text: 'the ', hit: false },
      { text: 'price', hit: true },
      { text: ' first', hit: false },
    ],
  ],
  [
    '<mark>a</mark><mark>b</mark>',
    [
      { text: 'a', hit: true },
      { text: 'b', hit: true },
    ],
  ],
  [
    '&lt;script&gt;alert(1)&lt;/script&gt; &amp;amp;',
    [{ text: '<script>alert(1)</script> &amp;', hit: false }],
  ],
  ['', []],
])('splits %j', (snippet, parts) => {
  expect(parseSnippet(snippet)).toEqual(parts);
});

it.each([
  ['No <mark>slot</mark> today', 'No slot today', ''],
  ['Reserve a <mark>slot</mark> Show the <mark>slots</mark>', 'Reserve a slot', ' Show the slots'],
  ['…the <mark>slots</mark>', 'Slots', '…the slots'],
])('removes the title from %j', (snippet, title, rest) => {
  expect(
    withoutTitle(parseSnippet(snippet), title)
      .map(({ text }) => text)
      .join(''),
  ).toBe(rest);
});
