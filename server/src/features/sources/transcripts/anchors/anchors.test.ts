import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { moveAnchors, type StoredAnchor, type TimedSegment, type TranscriptChange } from './move-anchors.ts';
import { indexById, quoteAt } from './text-range.ts';
import { lengthOf } from './tokens.ts';

/** Segments of one second each; `#` separates an id from its words: `a#one two`. */
const transcript = (...lines: string[]): TimedSegment[] =>
  lines.map((line, i) => {
    const [id, text] = line.split('#') as [string, string];
    return { id, text, speaker_id: 'spk_1', start_seconds: i, end_seconds: i + 1 };
  });

function anchorOn(segments: TimedSegment[], words: string): StoredAnchor {
  const all = segments.map(({ text }) => text).join(' ');
  const at = all.indexOf(words);
  if (at < 0) throw new Error(`no ${words}`);
  const locate = (offset: number) => {
    let from = 0;
    for (const { id, text } of segments) {
      if (offset <= from + text.length) return { id, character: lengthOf(text.slice(0, offset - from)) };
      from += text.length + 1;
    }
    throw new Error('past the end');
  };
  const [start, end] = [locate(at), locate(at + words.length)];
  const index = indexById(segments);
  return {
    segment_id: start.id,
    start_character: start.character,
    end_segment_id: end.id,
    end_character: end.character,
    quote: words,
    speaker: 'Ada',
    detached: false,
    start_seconds: (segments[index.get(start.id) as number] as TimedSegment).start_seconds,
    end_seconds: (segments[index.get(end.id) as number] as TimedSegment).end_seconds,
    past: [],
    since_revision: 1,
  };
}

function change(
  before: TimedSegment[],
  after: TimedSegment[],
  anchor: StoredAnchor,
  more: Partial<TranscriptChange> = {},
): StoredAnchor {
  const speakers = [{ id: 'spk_1', label: 'Ada' }];
  return moveAnchors({ before, after, speakers, revision: 2, ...more }, [anchor])[0] as StoredAnchor;
}

const talk = transcript(
  'a#What did you expect here?',
  'b#A button to go back. I looked for it.',
  'c#And then?',
);

describe('an anchor', () => {
  test('moves with its words to the second half of a split', () => {
    const split = transcript(
      'a#What did you expect here?',
      'b#A button to go back.',
      'n#I looked for it.',
      'c#And then?',
    );
    const moved = change(talk, split, anchorOn(talk, 'I looked for it.'));
    expect(moved).toMatchObject({
      segment_id: 'n',
      start_character: 0,
      end_segment_id: 'n',
      end_character: 16,
    });
    expect(moved).toMatchObject({ quote: 'I looked for it.', start_seconds: 2, end_seconds: 3 });
  });

  test('covers both halves when the split is inside its words', () => {
    const split = transcript(
      'a#What did you expect here?',
      'b#A button',
      'n#to go back. I looked for it.',
      'c#And then?',
    );
    const moved = change(talk, split, anchorOn(talk, 'A button to go back.'));
    expect(moved).toMatchObject({ segment_id: 'b', end_segment_id: 'n', end_character: 11 });
    expect(moved.quote).toBe('A button to go back.');
  });

  test('an anchor on one of two segments that are joined covers its own words only', () => {
    const joined = transcript(
      'a#What did you expect here? A button to go back. I looked for it.',
      'c#And then?',
    );
    expect(change(talk, joined, anchorOn(talk, (talk[0] as TimedSegment).text)).quote).toBe(talk[0]?.text);
    expect(change(talk, joined, anchorOn(talk, (talk[1] as TimedSegment).text))).toMatchObject({
      segment_id: 'a',
      start_character: 26,
      quote: talk[1]?.text,
    });
  });

  test('includes a corrected word inside it, and words added to its segment', () => {
    const edited = talk.with(1, {
      ...(talk[1] as TimedSegment),
      text: 'Oh, a knob to go back. I looked for it all day.',
    });
    expect(change(talk, edited, anchorOn(talk, 'button to go back')).quote).toBe('knob to go back');
    expect(change(talk, edited, anchorOn(talk, 'A button to go back. I looked for it.')).quote).toBe(
      'Oh, a knob to go back. I looked for it all day.',
    );
  });

  test.each([
    ['I liked the price and the colour', 'I liked the price', 'Bob said I liked the price and the colour'],
    ['the colour and I liked it', 'I liked it', 'the colour and I liked it not really no'],
    ['hello there world', 'hello', 'Well hello there world'],
    ['unbelievable things happen', 'believa', 'quite unbelievable things happen'],
  ])(
    'an anchor at the edge of its segment (%s) does not include words that were added there',
    (text, words, edited) => {
      const before = transcript(`a#${text}`);
      expect(change(before, transcript(`a#${edited}`), anchorOn(before, words)).quote).toBe(words);
    },
  );

  test.each([
    ['The 😀 shipping cost', '😀 shipping', 'The 😀 huge shipping cost', '😀 huge shipping'],
    ['a (big) cost', '(big) cost', 'a (very big) cost', '(very big) cost'],
    ['He said: "go away" now', '"go away"', 'He said: "please go away" now', '"please go away"'],
  ])(
    'an anchor with a sign at its edge (%s) includes a word inserted after the sign',
    (text, words, edited, quote) => {
      const before = transcript(`a#${text}`);
      expect(change(before, transcript(`a#${edited}`), anchorOn(before, words)).quote).toBe(quote);
    },
  );

  test('an anchor on a whole segment remains on it when all its words are corrected', () => {
    const edited = talk.with(2, { ...(talk[2] as TimedSegment), text: 'Anything else' });
    expect(change(talk, edited, anchorOn(talk, 'And then?'))).toMatchObject({
      segment_id: 'c',
      quote: 'Anything else',
      detached: false,
    });
  });

  test('finds its words in a replacement with other ids, times and order', () => {
    const other = transcript('x#And then?', 'y#Well, a button to go back, I looked for it. What?');
    expect(change(talk, other, anchorOn(talk, 'button to go back'))).toMatchObject({
      segment_id: 'y',
      quote: 'button to go back',
    });
    expect(change(talk, other, anchorOn(talk, 'And then?'))).toMatchObject({
      segment_id: 'x',
      quote: 'And then?',
    });
  });

  test('detaches an anchor with its quote when its words are removed, and attaches it again when they return', () => {
    const other = transcript('x#Something else entirely.');
    const gone = change(talk, other, anchorOn(talk, 'to go back'));
    expect(gone).toMatchObject({ detached: true, quote: 'to go back', segment_id: 'b' });
    expect(change(other, talk, gone, { revision: 3 })).toMatchObject({ detached: false, segment_id: 'b' });
    const elsewhere = transcript('z#I wanted to go back.');
    expect(change(other, elsewhere, gone, { revision: 3 })).toMatchObject({
      detached: false,
      segment_id: 'z',
    });
  });

  test('does not move to equal words that existed elsewhere before', () => {
    const twice = transcript('a#Yes', 'b#Do you mean it?', 'c#Yes');
    const without = transcript('a#Yes', 'b#Do you mean it?');
    const last = { ...anchorOn(twice, 'Yes'), segment_id: 'c', end_segment_id: 'c' };
    const gone = change(twice, without, last);
    expect(gone.detached).toBe(true);
    const edited = transcript('a#Yes', 'b#Do you really mean it?');
    expect(change(without, edited, gone, { revision: 3 }).detached).toBe(true);
  });

  test('counts characters in code points', () => {
    const smiling = transcript('a#😀😀 I like it', 'b#𝒜nd you?');
    const split = transcript('a#😀😀', 'n#I like it', 'b#𝒜nd you?');
    const anchor = { ...anchorOn(smiling, 'like'), start_character: 5, end_character: 9 };
    expect(change(smiling, split, anchor)).toMatchObject({
      segment_id: 'n',
      start_character: 2,
      end_character: 6,
    });
  });

  test('retains times given by the caller and updates times taken from its segment', () => {
    const later = talk.map((s) => ({
      ...s,
      start_seconds: s.start_seconds + 10,
      end_seconds: s.end_seconds + 10,
    }));
    const anchor = anchorOn(talk, 'to go back');
    expect(change(talk, later, anchor)).toMatchObject({ start_seconds: 11, end_seconds: 12 });
    expect(change(talk, later, { ...anchor, start_seconds: 1.25 })).toMatchObject({
      start_seconds: 1.25,
      end_seconds: 12,
    });
  });
});

/** Random sequences of changes. Every word of the first transcript is unique, except a few that occur everywhere. */
const words = fc.array(fc.constantFrom('the', 'and', '*', '*', '*'), { minLength: 1, maxLength: 6 });
const step = fc.record({
  kind: fc.constantFrom('edit', 'split', 'join', 'replace', 'drop', 'revert' as const),
  at: fc.nat(1000),
  to: fc.nat(1000),
});

function apply(
  segments: TimedSegment[],
  { kind, at, to }: { kind: string; at: number; to: number },
  n: number,
) {
  const i = at % segments.length;
  const segment = segments[i] as TimedSegment;
  const parts = segment.text.split(' ');
  const cut = 1 + (to % Math.max(1, parts.length - 1));
  const timed = (list: TimedSegment[]) =>
    list.map((s, k) => ({ ...s, start_seconds: k, end_seconds: k + 1 }));
  const made = (id: string, text: string): TimedSegment => ({ ...segment, id, text });
  const next = segments[i + 1];
  if (kind === 'edit')
    return segments.with(i, { ...segment, text: parts.with(to % parts.length, `new${n}`).join(' ') });
  if (kind === 'split' && parts.length > 1)
    return timed(
      segments.toSpliced(
        i,
        1,
        made(segment.id, parts.slice(0, cut).join(' ')),
        made(`n${n}`, parts.slice(cut).join(' ')),
      ),
    );
  if (kind === 'join' && next)
    return timed(segments.toSpliced(i, 2, made(segment.id, `${segment.text} ${next.text}`)));
  if (kind === 'drop' && next) return timed(segments.toSpliced(i, 1));
  if (kind !== 'replace') return segments;
  // All words, in segments of other lengths with other ids.
  const all = segments.flatMap(({ text }) => text.split(' '));
  const size = 1 + (to % 7);
  return timed(
    Array.from({ length: Math.ceil(all.length / size) }, (_, k) =>
      made(`r${n}_${k}`, all.slice(k * size, (k + 1) * size).join(' ')),
    ),
  );
}

function occurrences(segments: TimedSegment[], quote: string): number {
  const all = segments.flatMap(({ text }) => text.split(' '));
  const wanted = quote.split(' ');
  return all.filter((_, i) => wanted.every((word, k) => all[i + k] === word)).length;
}

test('random changes lose no anchor, every anchor is at its words, and a revert restores all', () => {
  fc.assert(
    fc.property(
      fc.array(words, { minLength: 1, maxLength: 8 }),
      fc.array(step, { maxLength: 12 }),
      fc.array(fc.tuple(fc.nat(50), fc.nat(50)), { minLength: 1, maxLength: 6 }),
      (lines, steps, picks) => {
        let unique = 0;
        let segments = transcript(
          ...lines.map((line, i) => `s${i}#${line.map((w) => (w === '*' ? `w${unique++}` : w)).join(' ')}`),
        );
        const all = segments.flatMap(({ text }) => text.split(' '));
        let anchors = picks.map(([from, length]) => {
          const start = from % all.length;
          return anchorOn(segments, all.slice(start, start + 1 + (length % 5)).join(' '));
        });
        const states = [{ segments, anchors }];
        for (const [n, next] of steps.entries()) {
          const revision = states.length + 1;
          const target = next.kind === 'revert' ? 1 + (next.at % states.length) : 0;
          const before = segments;
          segments = target ? (states[target - 1]?.segments as TimedSegment[]) : apply(before, next, n);
          const moved = moveAnchors(
            {
              before,
              after: segments,
              speakers: [],
              revision,
              restores: target ? { revision: target } : undefined,
            },
            anchors,
          );
          expect(moved).toHaveLength(anchors.length);
          const index = indexById(segments);
          for (const [k, anchor] of moved.entries()) {
            if (!anchor.detached) expect(quoteAt(segments, index, anchor)).toBe(anchor.quote);
            else expect(anchor.quote).toBe(anchors[k]?.quote);
            const { quote, detached } = anchors[k] as StoredAnchor;
            const wasThere = occurrences(before, quote);
            if (!target && occurrences(segments, quote) === 1 && wasThere === (detached ? 0 : 1))
              expect(` ${anchor.quote} `).toContain(` ${quote} `);
            if (!target) continue;
            const then = states[target - 1]?.anchors[k] as StoredAnchor;
            expect(anchor.detached).toBe(then.detached);
            if (!then.detached)
              expect(anchor).toMatchObject({
                quote: then.quote,
                segment_id: then.segment_id,
                start_character: then.start_character,
                end_segment_id: then.end_segment_id,
                end_character: then.end_character,
              });
          }
          anchors = moved;
          states.push({ segments, anchors });
        }
      },
    ),
    { numRuns: 300 },
  );
});
