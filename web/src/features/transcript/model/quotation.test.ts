import { describe, expect, it } from 'vitest';
import { citationOf, partsOf, titleOf } from './quotation.ts';
import { listOf } from './selection.ts';

const list = listOf([
  { id: 'seg_1', speaker: 'Tomasz', text: 'What happened, then?' },
  { id: 'seg_2', speaker: 'Noor', text: 'I looked for the file.' },
  { id: 'seg_3', speaker: 'Noor', text: 'It was gone.' },
  { id: 'seg_4', speaker: 'Tomasz', text: 'I see.' },
]);
const parts = partsOf(list, { first: 0, startCharacter: 13, last: 3, endCharacter: 5 });

describe('a quotation', () => {
  it('attributes the words to the one who said them', () => {
    expect(parts).toEqual([
      { speaker: 'Tomasz', quote: ', then?' },
      { speaker: 'Noor', quote: 'I looked for the file. It was gone.' },
      { speaker: 'Tomasz', quote: 'I see' },
    ]);
    expect(citationOf(parts, ['Call.mp4', '0:12'], 'https://parley.example/f')).toBe(
      'Tomasz: “, then?”\nNoor: “I looked for the file. It was gone.”\nTomasz: “I see”\n— Call.mp4, 0:12\nhttps://parley.example/f',
    );
  });

  it('writes a quotation of one speaker as one line before the link', () => {
    const one = partsOf(list, { first: 1, startCharacter: 2, last: 2, endCharacter: 6 });
    expect(citationOf(one, ['Call.mp4', null], 'https://parley.example/f')).toBe(
      '“looked for the file. It was” — Noor, Call.mp4\nhttps://parley.example/f',
    );
  });
});

describe('an automatic title', () => {
  it.each([
    ['has only the words of the first speaker', parts, 'then?'],
    [
      'passes over a speaker without words',
      [{ speaker: 'A', quote: '—' }, ...parts.slice(1)],
      parts[1]?.quote,
    ],
    ['keeps an opening sign', [{ speaker: 'A', quote: ' – ¿Cómo?' }], '¿Cómo?'],
    ['keeps punctuation if there is nothing else', [{ speaker: 'A', quote: '…' }], '…'],
  ])('%s', (_, of, title) => expect(titleOf(of, 80)).toBe(title));

  it('cuts an automatic title after a word', () => {
    expect(titleOf([{ speaker: 'A', quote: 'I looked for the file' }], 11)).toBe('I looked…');
  });
});
