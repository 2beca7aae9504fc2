import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Source } from '../sources.ts';
import type { BookOptions } from './book.ts';
import { createLibrary } from './library.ts';
import { settle as settleTexts } from './settle.ts';

const segment = (id: string, place: number, speaker: string, text: string) => ({
  id,
  place,
  speaker,
  role: null,
  start_seconds: place * 10,
  end_seconds: place * 10 + 9,
  text,
  page: null,
});

const talk: Source = {
  file_id: 'fil_1',
  name: 'Talk_1',
  revision: 3,
  language: 'en',
  time_basis: 'media',
  segments: [
    segment('a', 0, 'Host', 'What did you expect?'),
    segment('b', 31, 'Mina', 'I wanted to see the total  with shipping.'),
    segment('c', 32, 'Mina', "Then I didn't find it, so I left."),
    segment('d', 33, 'Tom', 'Me too. It was *odd* [laughs].'),
    segment('e', 35, 'Tom', 'I left. I left.'),
  ],
};
const other: Source = {
  ...talk,
  file_id: 'fil_2',
  name: 'Talk 2',
  segments: [segment('f', 0, 'Ann', 'Me too.')],
};
const library = createLibrary([talk, other]);
const where = (quote: string, ids: string[] = []) => {
  const place = library.find(quote, ids);
  return place && `${place.first.id}-${place.last.id}`;
};

describe('a quotation is found', () => {
  test('word for word in the segment that it names, whatever the space between words', () => {
    expect(where('the total with\n shipping', ['b'])).toBe('b-b');
    expect(where('It was *odd* [laughs].', ['d'])).toBe('d-d');
  });

  test('over the border of two segments of one speaker, but not into another’s words or over a gap', () => {
    expect(where('with shipping. Then I', ['b', 'c'])).toBe('b-c');
    expect(where('so I left. Me too', ['c', 'd'])).toBeUndefined();
    expect(where('[laughs]. I left.', ['d', 'e'])).toBeUndefined();
  });

  test('elsewhere only if it can be no other passage', () => {
    expect(where('Then I', ['b'])).toBe('c-c');
    expect(where('Me too.', ['b'])).toBe('d-d');
    expect(where('I left.', ['b'])).toBeUndefined();
    expect(where('Me too.')).toBeUndefined();
    expect(where('What did you expect?')).toBe('a-a');
  });

  test.each([
    'i wanted',
    'I wanted the total',
    'wanted to se',
    'anted to',
    'I didn',
    '',
    ' ',
    'I wanted … total',
  ])('never when it is %j', (quote) => {
    expect(where(quote, ['a', 'b', 'c', 'd', 'e'])).toBeUndefined();
  });
});

const marks = ['“', '”'] as const;
function settle(text: string, options: Partial<BookOptions> = {}) {
  const { texts, citations } = settleTexts([text], {
    library,
    known: [],
    claims: {},
    byPerson: false,
    marks,
    unverified: 'unfound',
    ...options,
  });
  return { text: texts[0] ?? '', citations };
}

test('finds every place that a search of the whole text finds, and no other', () => {
  const word = fc.constantFrom(
    'I',
    'left',
    "didn't",
    'it',
    './',
    ',',
    '—',
    '不',
    '想',
    '去',
    'é',
    '1',
    '😀',
    ' ',
  );
  const words = fc
    .array(word, { minLength: 1, maxLength: 8 })
    .map((parts) => parts.join(' ').replace(/ ([.,不想去])/g, '$1'));
  fc.assert(
    fc.property(fc.array(words, { minLength: 1, maxLength: 12 }), words, (texts, quote) => {
      const whole = texts.map((text) => text.replace(/\s+/gu, ' ').trim());
      const source = { ...talk, segments: whole.map((text, i) => segment(`s${i}`, i * 2, 'Ann', text)) };
      const wanted = quote.replace(/\s+/gu, ' ').trim();
      const letter = /(?!\p{sc=Han})[\p{L}\p{N}\p{M}]/u;
      const borders = (text: string, at: number) => {
        const [before = '', after = ''] = [text[at - 1], text[at + wanted.length]];
        const joined = (outer: string, inner: string, beyond: string) =>
          letter.test(inner) && (letter.test(outer) || (outer === "'" && letter.test(beyond)));
        return (
          !joined(before, wanted[0] ?? '', text[at - 2] ?? '') &&
          !joined(after, wanted.at(-1) ?? '', text[at + wanted.length + 1] ?? '')
        );
      };
      const places = whole.flatMap((text, i) => {
        const found: string[] = [];
        for (let at = text.indexOf(wanted); wanted !== '' && at >= 0; at = text.indexOf(wanted, at + 1))
          if (borders(text, at)) found.push(`s${i}`);
        return found;
      });
      const place = createLibrary([source]).find(quote, []);
      expect(place?.first.id).toBe(places.length === 1 ? places[0] : undefined);
    }),
    { numRuns: 2_000 },
  );
});

describe('a text is settled', () => {
  test('a quotation that stands there gets its speaker, moment and revision', () => {
    const { text, citations } = settle('Before.\n\n> I wanted to see the total [cit_1]\n\nAfter.', {
      claims: { cit_1: ['b'] },
    });
    expect(text).toBe('Before.\n\n> “I wanted to see the total”\n> — Mina, Talk\\_1, 5:10 [cit_1]\n\nAfter.');
    expect(citations).toEqual([
      {
        id: 'cit_1',
        file_id: 'fil_1',
        response_id: null,
        segment_id: 'b',
        start_seconds: 310,
        end_seconds: 319,
        speaker: 'Mina',
        quote: 'I wanted to see the total',
        verified: true,
        transcript_revision: 3,
        source_deleted: false,
        file_name: 'Talk_1',
        page: null,
      },
    ]);
  });

  test('one that does not is never printed as a quotation, and neither are quotations inside it', () => {
    const { text, citations } = settle(
      '> “I said "never in my life" to him.”\n> — Mina, Talk 1, 5:10 [cit_1]',
      {
        claims: { cit_1: ['b'] },
      },
    );
    expect(text).toBe('I said never in my life to him. *(unfound)* [cit_1]');
    expect(citations).toMatchObject([{ id: 'cit_1', verified: false, segment_id: null }]);
  });

  test('marks in running text are looked up too', () => {
    const { text, citations } = settle(
      'Mina said “I wanted to see the total,” but not "I love all of it"; the “Buy” button, ‘Then I didn\'t find it’.',
    );
    expect(text).toBe(
      "Mina said “I wanted to see the total” [cit_1], but not I love all of it [cit_2]; the Buy button, ‘Then I didn't find it’ [cit_3].",
    );
    expect(citations.map(({ verified }) => verified)).toEqual([true, false, true]);
  });

  test('a person may put a name between marks', () => {
    expect(settle('The “Buy now” button.', { byPerson: true })).toEqual({
      text: 'The “Buy now” button.',
      citations: [],
    });
  });

  test('what is code stays as it is', () => {
    const code = '```\n> “never said at all”\n```\nand `"never said at all"`';
    expect(settle(code)).toEqual({ text: code, citations: [] });
  });

  test('words with Markdown in them come out as they were said', () => {
    const { text, citations } = settle('> It was \\*odd\\* \\[laughs\\]. [cit_1]', {
      claims: { cit_1: ['d'] },
    });
    expect(text).toContain('> “It was \\*odd\\* \\[laughs\\].”');
    expect(citations[0]).toMatchObject({ quote: 'It was *odd* [laughs].', verified: true });
  });

  test('one that was true in its revision stays so when the transcript has changed since; altered, it does not', () => {
    const known = settle('> Then I [cit_1]', { claims: { cit_1: ['c'] } });
    const later = { known: known.citations, library: createLibrary([]) };
    expect(settle(known.text, later)).toMatchObject({
      citations: [{ verified: true, transcript_revision: 3 }],
    });
    expect(settle(known.text.replace('Then I', 'Then we'), later)).toMatchObject({
      citations: [{ verified: false }],
    });
  });

  test('settled again, nothing changes; and only what was said stands in a block of quotation', () => {
    const piece = fc.constantFrom(
      '> ',
      '“',
      '”',
      '"',
      "'",
      '‘',
      '’',
      '„',
      '«',
      '»',
      '[cit_1]',
      '[cit_2]',
      '\n',
      '\n\n',
      ' ',
      '— ',
      '*',
      '`',
      '```',
      '# ',
      '- ',
      'I wanted to see',
      'the total',
      'I left.',
      'never said so',
      "didn't",
      ', ',
      '\\',
      '| ',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), fc.boolean(), (pieces, byPerson) => {
        const once = settle(pieces.join(''), { claims: { cit_1: ['b'] }, byPerson });
        const twice = settle(once.text, { known: once.citations, byPerson });
        expect(twice.text).toBe(once.text);
        for (const citation of once.citations)
          if (citation.verified)
            expect(library.find(citation.quote, [citation.segment_id ?? ''])).toBeTruthy();
      }),
      { numRuns: 5_000 },
    );
  });
});
