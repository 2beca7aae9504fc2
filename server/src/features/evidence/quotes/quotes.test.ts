import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { escapeMarkdown, parseMarkdown, walk } from '../markdown/index.ts';
import type { Source } from '../source.ts';
import { createQuoteIndex } from './quote-index.ts';
import { type VerifyOptions, verifyQuotes } from './verify-quotes.ts';

const segment = (id: string, ordinal: number, speaker: string, text: string) => ({
  id,
  ordinal,
  speaker,
  role: null,
  start_seconds: ordinal * 10,
  end_seconds: ordinal * 10 + 9,
  text,
  page: null,
});

const talk: Source = {
  kind: 'file',
  id: 'fil_1',
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
  id: 'fil_2',
  name: 'Talk 2',
  segments: [segment('f', 0, 'Ann', 'Me too.')],
};
const index = createQuoteIndex([talk, other]);
const where = (quote: string, ids: string[] = []) => {
  const passage = index.find(quote, ids);
  return passage && `${passage.first.id}-${passage.last.id}`;
};

describe('the quote index finds a quotation', () => {
  test('word for word in the segment that it names, ignoring differences in whitespace', () => {
    expect(where('the total with\n shipping', ['b'])).toBe('b-b');
    expect(where('It was *odd* [laughs].', ['d'])).toBe('d-d');
  });

  test('across two consecutive segments of one speaker, but not across speakers or gaps', () => {
    expect(where('with shipping. Then I', ['b', 'c'])).toBe('b-c');
    expect(where('so I left. Me too', ['c', 'd'])).toBeUndefined();
    expect(where('[laughs]. I left.', ['d', 'e'])).toBeUndefined();
  });

  test('finds a quotation in other segments only if it is unambiguous', () => {
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
  ])('the quote index does not find %j', (quote) => {
    expect(where(quote, ['a', 'b', 'c', 'd', 'e'])).toBeUndefined();
  });
});

const marks = ['“', '”'] as const;
function verify(text: string, options: Partial<VerifyOptions> = {}) {
  const { texts, citations } = verifyQuotes([text], {
    index,
    known: [],
    namedSegments: {},
    byPerson: false,
    marks,
    unverified: 'unfound',
    ...options,
  });
  return { text: texts[0] ?? '', citations };
}

test('the quote index finds exactly what a search of the whole text finds', () => {
  const word = fc.constantFrom(
    'I',
    'left',
    "didn't",
    'it',
    '.',
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
      const matchingIds = whole.flatMap((text, i) => {
        const found: string[] = [];
        for (let at = text.indexOf(wanted); wanted !== '' && at >= 0; at = text.indexOf(wanted, at + 1))
          if (borders(text, at)) found.push(`s${i}`);
        return found;
      });
      const passage = createQuoteIndex([source]).find(quote, []);
      expect(passage?.first.id).toBe(matchingIds.length === 1 ? matchingIds[0] : undefined);
    }),
    { numRuns: 2_000 },
  );
});

describe('verifying the quotations of a text', () => {
  test('gives a quotation from a transcript its speaker, moment and revision', () => {
    const { text, citations } = verify('Before.\n\n> I wanted to see the total [cit_1]\n\nAfter.', {
      namedSegments: { cit_1: ['b'] },
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

  test('prints a quotation that is in no transcript, and nested ones, without marks', () => {
    const { text, citations } = verify(
      '> “I said "never in my life" to him.”\n> — Mina, Talk 1, 5:10 [cit_1]',
      {
        namedSegments: { cit_1: ['b'] },
      },
    );
    expect(text).toBe('I said never in my life to him. *(unfound)* [cit_1]');
    expect(citations).toMatchObject([{ id: 'cit_1', verified: false, segment_id: null }]);
  });

  test('looks up words in quotation marks in a sentence', () => {
    const { text, citations } = verify(
      'Mina said “I wanted to see the total,” but not "I love all of it"; the “Buy” button, ‘Then I didn\'t find it’.',
    );
    expect(text).toBe(
      "Mina said “I wanted to see the total” [cit_1], but not I love all of it [cit_2]; the Buy button, ‘Then I didn't find it’ [cit_3].",
    );
    expect(citations.map(({ verified }) => verified)).toEqual([true, false, true]);
  });

  test('leaves a name in quotation marks in text by a person', () => {
    expect(verify('The “Buy now” button.', { byPerson: true })).toEqual({
      text: 'The “Buy now” button.',
      citations: [],
    });
  });

  test('leaves code unchanged', () => {
    const code = '```\n> “never said at all”\n```\nand `"never said at all"`';
    expect(verify(code)).toEqual({ text: code, citations: [] });
  });

  test('escapes Markdown characters in quotations', () => {
    const { text, citations } = verify('> It was \\*odd\\* \\[laughs\\]. [cit_1]', {
      namedSegments: { cit_1: ['d'] },
    });
    expect(text).toContain('> “It was \\*odd\\* \\[laughs\\].”');
    expect(citations[0]).toMatchObject({ quote: 'It was *odd* [laughs].', verified: true });
  });

  test('a quotation remains verified after the transcript has changed, unless the quotation is edited', () => {
    const known = verify('> Then I [cit_1]', { namedSegments: { cit_1: ['c'] } });
    const later = { known: known.citations, index: createQuoteIndex([]) };
    expect(verify(known.text, later)).toMatchObject({
      citations: [{ verified: true, transcript_revision: 3 }],
    });
    expect(verify(known.text.replace('Then I', 'Then we'), later)).toMatchObject({
      citations: [{ verified: false }],
    });
  });

  describe('when the transcript contains quotation marks', () => {
    const reported = {
      ...talk,
      segments: [
        segment('g', 0, 'Ida', 'She told me “I hate the login” and then she left.'),
        segment('h', 2, 'Ida', 'I hate the login'),
        segment('i', 4, 'Tom', '“It is slow”'),
        segment('j', 6, 'Tom', 'It is slow, “really”.'),
      ],
    };
    const inReported = (text: string, namedSegments: Record<string, string[]> = {}) =>
      verify(text, { index: createQuoteIndex([reported]), namedSegments });

    test.each([
      ['a raw passage', '> She told me “I hate the login” and then she left. [cit_1]'],
      ['an enclosed one', '> “She told me “I hate the login” and then she left.” [cit_1]'],
      ['one in other marks', '> «She told me “I hate the login” and then she left.» [cit_1]'],
    ])('%s is one quotation', (_, text) => {
      const { text: printed, citations } = inReported(text, { cit_1: ['g'] });
      expect(printed).toBe(
        '> “She told me “I hate the login” and then she left.”\n> — Ida, Talk\\_1, 0:00 [cit_1]',
      );
      expect(citations).toMatchObject([{ id: 'cit_1', segment_id: 'g', verified: true }]);
    });

    test('marks at both ends enclose the words unless the named segment contains them', () => {
      const of = (text: string, id: string) => inReported(text, { cit_1: [id] }).citations;
      expect(of('> “I hate the login” [cit_1]', 'h')).toMatchObject([
        { quote: 'I hate the login', segment_id: 'h' },
      ]);
      expect(of('> “It is slow” [cit_1]', 'j')).toMatchObject([{ quote: 'It is slow', segment_id: 'j' }]);
      expect(of('> “It is slow” [cit_1]', 'i')).toMatchObject([{ quote: '“It is slow”', segment_id: 'i' }]);
    });

    test('other words around the marks, and other marks, are not verified', () => {
      for (const text of [
        '> “She told us “I hate the login” and then she left.” [cit_1]',
        '> She told me «I hate the login» and then she left. [cit_1]',
        '> She told me I hate the login and then she left. [cit_1]',
      ]) {
        const { text: printed, citations } = inReported(text, { cit_1: ['g'] });
        expect(citations.filter(({ id }) => id === 'cit_1')).toMatchObject([{ verified: false }]);
        expect(printed).not.toMatch(/^>/m);
      }
    });

    test('every passage of a segment is printed and cited exactly, and remains so', () => {
      const piece = fc.constantFrom(
        ...['“', '”', '„', '«', '»', '‹', '›', '「', '」', '『', '』', '‘', '’', '"', "'"],
        ...[' ', ' ', ' ', '. ', ', ', ' — ', '? ', ' > ', ' *', '[cit_1] ', ' - ', '\u00a0', '1. ', '\\'],
        ...['slow', 'it’s', "didn't", 'page', 'I'],
      );
      const words = fc.array(piece, { minLength: 1, maxLength: 14 }).map((pieces) => pieces.join(''));
      const passage = fc
        .tuple(words, words, words)
        .filter(([, taken]) => /\p{L}/u.test(taken))
        .map(([before, taken, after]) => ({ taken: taken.trim(), text: `${before} ${taken} ${after}` }));
      const marks = fc.constantFrom(['“', '”'] as const, ['„', '“'] as const, ['«', '»'] as const);
      fc.assert(
        fc.property(fc.array(passage, { minLength: 1, maxLength: 3 }), marks, (passages, ofLanguage) => {
          const segments = passages.map(({ text }, i) => segment(`s${i}`, i * 2, 'Ida', text));
          const ids = passages.map((_, i) => `cit_${i + 1}`);
          const options = { index: createQuoteIndex([{ ...talk, segments }]), marks: ofLanguage };
          const quotes = passages.map(({ taken }) => taken.replace(/\s+/gu, ' '));
          const once = verify(
            quotes.map((quote, i) => `> ${escapeMarkdown(quote)} [${ids[i]}]`).join('\n\n'),
            { ...options, namedSegments: Object.fromEntries(ids.map((id, i) => [id, [`s${i}`]])) },
          );
          expect(once.citations.map(({ id }) => id)).toEqual(ids);
          expect(once.citations.map(({ quote }) => quote)).toEqual(quotes);
          expect(once.citations.map(({ segment_id }) => segment_id)).toEqual(segments.map(({ id }) => id));
          expect(once.citations.every(({ verified }) => verified)).toBe(true);
          for (const quote of quotes)
            expect(once.text).toContain(
              `> ${ofLanguage[0]}${escapeMarkdown(quote)}${ofLanguage[1]}\n> — Ida`,
            );
          expect(verify(once.text, { ...options, known: once.citations, byPerson: true })).toEqual(once);
        }),
        { numRuns: 300 },
      );
    });
  });

  test('changes nothing the second time, and verifies only words of the transcript', () => {
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
        const once = verify(pieces.join(''), { namedSegments: { cit_1: ['b'] }, byPerson });
        const twice = verify(once.text, { known: once.citations, byPerson });
        expect(twice.text).toBe(once.text);
        for (const citation of once.citations)
          if (citation.verified) expect(index.find(citation.quote, [citation.segment_id ?? ''])).toBeTruthy();
        const isVerified = new Map(once.citations.map(({ id, verified }) => [id, verified]));
        for (const block of walk(parseMarkdown(once.text))) {
          if (block.type !== 'blockquote') continue;
          const nodes = [...walk(block)];
          const hasWords = nodes.some((node) => 'value' in node && /\p{L}/u.test(node.value));
          const cited = nodes.flatMap((node) => (node.type === 'citation' ? isVerified.get(node.id) : []));
          expect(cited).toEqual(hasWords ? [true] : cited);
        }
      }),
      { numRuns: 5_000 },
    );
  });
});
