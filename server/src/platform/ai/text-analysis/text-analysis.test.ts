import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chooseDiverse, cosine, createReader, detectLanguage, findThemes, lexRank, tfIdf } from './index.ts';

const english = createReader('en');
const termsOf = (text: string) => english.words(text).flatMap((word) => (word ? [word.term] : []));

describe('the reader', () => {
  test('returns sentences that occur verbatim in the text', () => {
    const text = 'I gave up.  Why? Dr. Ada said so!\nNobody asked.';
    const found = english.sentences(text);
    expect(found.map((sentence) => sentence.text)).toEqual(
      expect.arrayContaining(['I gave up.', 'Why?', 'Nobody asked.']),
    );
    for (const sentence of found) expect(text).toContain(sentence.text);
  });

  test('maps the forms of a word to one term and omits words without a topic', () => {
    expect(termsOf('The prices of pricing: a price')).toEqual(['pric', 'pric', 'pric']);
    expect(termsOf('I was stopped, it stops, stopping')).toEqual(['stop', 'stop', 'stop']);
    expect(termsOf('Um, yeah, I mean, you know, 42')).toEqual([]);
  });

  test.each([
    ['en', 'I was looking for the price, but it was not there and I gave up.'],
    ['de', 'Ich habe den Preis gesucht, aber er war nicht da, und dann habe ich aufgegeben.'],
    ['fr', 'Je cherchais le prix, mais il n’était pas là et j’ai abandonné.'],
    ['es', 'Yo estaba buscando el precio, pero no estaba y entonces lo dejé.'],
    ['it', 'Cercavo il prezzo, ma non era qui e allora ho lasciato perdere tutto.'],
    ['pt', 'Eu estava procurando o preço, mas não estava lá e então eu desisti.'],
    ['nl', 'Ik zocht de prijs, maar die was er niet en toen heb ik het opgegeven.'],
    [null, '価格を探しましたが、ありませんでした。'],
    [null, ''],
    [null, 'xyzzy plugh frotz'],
  ])('detects the language %s', (language, text) => {
    expect(detectLanguage(text)).toBe(language);
  });

  test('accepts any text in any language', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.constantFrom('en', 'de', 'ja', 'xx', null),
        (text, language) => {
          const reader = createReader(language);
          for (const sentence of reader.sentences(text)) expect(text).toContain(sentence.text);
          reader.words(text);
        },
      ),
      { numRuns: 200 },
    );
  });
});

const sentences = [
  'The shipping costs came as a surprise at the end.',
  'I did not expect shipping costs that high.',
  'Shipping costs were the reason why I stopped.',
  'The photos were lovely.',
  'My phone is old.',
  'Larger photos would help me decide.',
];
const texts = sentences.map(termsOf);

describe('ranking', () => {
  const { vectors, vectorOf } = tfIdf(texts);

  test('the similarity of a text is 1 to itself and 0 to a text without common words', () => {
    expect(cosine(vectors[0] ?? new Map(), vectors[0] ?? new Map())).toBeCloseTo(1);
    expect(cosine(vectors[0] ?? new Map(), vectors[4] ?? new Map())).toBe(0);
  });

  test('a sentence similar to others ranks first, or one similar to the question if there is one', () => {
    const central = lexRank(
      vectors,
      sentences.map(() => 1),
    );
    expect(Math.max(...central)).toBe(1);
    expect([0, 1, 2]).toContain(central.indexOf(1));
    const question = vectorOf(termsOf('What about photos?'));
    const biased = lexRank(
      vectors,
      vectors.map((vector) => cosine(vector, question)),
    );
    expect([3, 5]).toContain(biased.indexOf(1));
  });

  test('the second choice has another topic than the first', () => {
    const scores = lexRank(
      vectors,
      sentences.map(() => 1),
    );
    const [first, second] = chooseDiverse({ from: [0, 1, 2, 3, 4, 5], scores, vectors, count: 2 });
    expect([0, 1, 2]).toContain(first);
    expect([3, 4, 5]).toContain(second);
  });

  test('an empty list and texts without words are ranked without an error', () => {
    expect(lexRank([], [])).toEqual([]);
    const { vectors: empty } = tfIdf([[], [], ['a']]);
    for (const score of lexRank(empty, [0, 0, 0])) expect(score).toBeGreaterThanOrEqual(0);
    expect(chooseDiverse({ from: [], scores: [], vectors: [], count: 3 })).toEqual([]);
  });
});

describe('themes', () => {
  const words = sentences.map((sentence) => english.words(sentence));
  const options = { weights: sentences.map(() => 1), themesMax: 5, membersMin: 2 };

  test('are named with words of the texts and contain the texts with these words', () => {
    const [shipping, photos] = findThemes(words, options);
    expect(shipping).toMatchObject({ label: 'Shipping costs', members: [0, 1, 2] });
    expect(photos).toMatchObject({ label: 'Photos', members: [3, 5] });
  });

  test('are deterministic, and no text is in two themes', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.array(fc.constantFrom('price', 'photo', 'ship', 'cost', 'time', 'search'), { maxLength: 8 }),
          { maxLength: 40 },
        ),
        (lists) => {
          const given = lists.map((list) => list.map((term) => ({ term, surface: term })));
          const weights = given.map((_, i) => 1 / (i + 1));
          const themes = findThemes(given, { weights, themesMax: 4, membersMin: 2 });
          expect(findThemes(given, { weights, themesMax: 4, membersMin: 2 })).toEqual(themes);
          const members = themes.flatMap((theme) => theme.members);
          expect(new Set(members).size).toBe(members.length);
          for (const theme of themes) expect(theme.members.length).toBeGreaterThanOrEqual(2);
        },
      ),
      { numRuns: 200 },
    );
  });
});
