import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  center,
  chooseDiverse,
  clusterByAverageLink,
  combine,
  cosine,
  countDocuments,
  createPhraseFinder,
  createReader,
  detectLanguage,
  dot,
  findThemes,
  lexRank,
  rankNames,
  similarityMatrix,
  tfIdf,
  type Vector,
} from './index.ts';

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

const matrixOf = (vectors: Vector[]) =>
  similarityMatrix(vectors.length, (a, b) => cosine(vectors[a] as Vector, vectors[b] as Vector));

describe('ranking', () => {
  const { vectors, vectorOf } = tfIdf(texts);
  const similarity = matrixOf(vectors);

  test('the similarity of a text is 1 to itself and 0 to a text without common words', () => {
    expect(cosine(vectors[0] ?? new Map(), vectors[0] ?? new Map())).toBeCloseTo(1);
    expect(cosine(vectors[0] ?? new Map(), vectors[4] ?? new Map())).toBe(0);
  });

  test('a sentence similar to others ranks first, or one similar to the question if there is one', () => {
    const central = lexRank(
      similarity,
      sentences.map(() => 1),
    );
    expect(Math.max(...central)).toBe(1);
    expect([0, 1, 2]).toContain(central.indexOf(1));
    const question = vectorOf(termsOf('What about photos?'));
    const biased = lexRank(
      similarity,
      vectors.map((vector) => cosine(vector, question)),
    );
    expect([3, 5]).toContain(biased.indexOf(1));
  });

  test('the second choice has another topic than the first', () => {
    const scores = lexRank(
      similarity,
      sentences.map(() => 1),
    );
    const [first, second] = chooseDiverse({ from: [0, 1, 2, 3, 4, 5], scores, similarity, count: 2 });
    expect([0, 1, 2]).toContain(first);
    expect([3, 4, 5]).toContain(second);
  });

  test('an empty list and texts without words are ranked without an error', () => {
    expect(lexRank(matrixOf([]), [])).toEqual([]);
    const { vectors: empty } = tfIdf([[], [], ['a']]);
    for (const score of lexRank(matrixOf(empty), [0, 0, 0])) expect(score).toBeGreaterThanOrEqual(0);
    expect(chooseDiverse({ from: [], scores: [], similarity: matrixOf([]), count: 3 })).toEqual([]);
  });
});

describe('clusters', () => {
  const words = sentences.map((sentence) => english.words(sentence));
  const options = { weights: sentences.map(() => 1), themesMax: 5, membersMin: 2 };

  test('clusters by words are named with words of the texts and contain the texts with these words', () => {
    const [shipping, photos] = findThemes(words, options);
    expect(shipping).toMatchObject({ label: 'Shipping costs', members: [0, 1, 2] });
    expect(photos).toMatchObject({ label: 'Photos', members: [3, 5] });
  });

  test('clusters by average link join what is similar, and leave the rest alone', () => {
    const groups = [0, 0, 1, 1, 1, 2];
    const matrix = similarityMatrix(6, (a, b) => (groups[a] === groups[b] ? 0.6 : 0.1));
    expect(clusterByAverageLink(matrix, 0.3)).toEqual([[0, 1], [2, 3, 4], [5]]);
    expect(clusterByAverageLink(matrix, 0.05)).toEqual([[0, 1, 2, 3, 4, 5]]);
    expect(
      clusterByAverageLink(
        similarityMatrix(0, () => 0),
        0.3,
      ),
    ).toEqual([]);
  });

  test('clusters deterministically, and puts no text in two clusters', () => {
    const unit = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(fc.array(unit, { minLength: 1, maxLength: 40 }), unit, (values, least) => {
        const matrix = similarityMatrix(
          values.length,
          (a, b) => 1 - Math.abs((values[a] ?? 0) - (values[b] ?? 0)),
        );
        const clusters = clusterByAverageLink(matrix, least);
        expect(clusterByAverageLink(matrix, least)).toEqual(clusters);
        expect(clusters.flat().sort((a, b) => a - b)).toEqual(values.map((_, at) => at));
      }),
      { numRuns: 100 },
    );
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
        },
      ),
      { numRuns: 200 },
    );
  });

  test('distinguishes centered vectors although all vectors are similar', () => {
    const common = Float32Array.of(1, 0, 0);
    const vectors = Array.from({ length: 40 }, (_, i) =>
      combine([
        { vector: common, weight: 1 },
        { vector: i % 2 ? Float32Array.of(0, 1, 0) : Float32Array.of(0, 0, 1), weight: 0.3 },
      ]),
    );
    const [a, b, c] = center(vectors).vectors as [Float32Array, Float32Array, Float32Array];
    expect(dot(vectors[0] as Float32Array, vectors[1] as Float32Array)).toBeGreaterThan(0.9);
    expect(dot(a, c)).toBeCloseTo(1);
    expect(dot(a, b)).toBeLessThan(0.5);
  });
});

describe('phrases', () => {
  const phrasesOf = (text: string, language: string | null = 'en') =>
    createPhraseFinder(language)(text).map((phrase) => phrase.text);

  test.each([
    ['Last week the calendar sync failed again.', ['calendar sync', 'calendar sync failed']],
    ['There are far too many e-mails.', ['too many e-mails']],
    ['It stops and there is no error message.', ['no error message']],
    ["I couldn't find the export button.", ["couldn't find the export button", 'export button']],
    ['The search for free rooms is good.', ['search for free rooms', 'free rooms']],
  ])('finds names of a theme in “%s”', (text, expected) => {
    expect(phrasesOf(text)).toEqual(expect.arrayContaining(expected));
  });

  test.each([
    ['I open the floor plan.', 'open the floor'],
    ['The search for free rooms is good.', 'rooms is good'],
    ['It was a long time and a lot of people.', 'long time'],
    ['I mean, the whole thing, you know.', 'whole thing'],
    ['We moved in Outlook.', 'moved in'],
  ])('does not find in “%s” the fragment “%s”', (text, fragment) => {
    expect(phrasesOf(text)).not.toContain(fragment);
  });

  test('finds phrases in other languages that begin and end with a word that carries a topic', () => {
    expect(phrasesOf('Die hohen Versandkosten haben mich gestört.', 'de')).toEqual([
      'hohen',
      'hohen Versandkosten',
      'Versandkosten',
      'gestört',
    ]);
    expect(phrasesOf('', 'ja')).toEqual([]);
  });

  test('finds only phrases that are in the text, whatever the text is', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.constantFrom('en', 'de', 'ja', null),
        (text, language) => {
          for (const phrase of phrasesOf(text, language))
            expect(text.normalize('NFKC')).toContain(phrase.normalize('NFKC'));
        },
      ),
      { numRuns: 100 },
    );
  });

  test('rank first that many texts of the cluster use and few others', () => {
    const find = createPhraseFinder('en');
    const names = rankNames(
      [0, 1, 2],
      { phrases: sentences.map(find), terms: texts, sources: ['a', 'b', 'c', 'a', 'b', 'c'] },
      countDocuments(texts),
    );
    expect(names[0]?.text.toLowerCase()).toBe('shipping costs');
  });
});
