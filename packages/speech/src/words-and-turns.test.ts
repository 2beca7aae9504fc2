import { describe, expect, test } from 'vitest';
import { dropRepetitions } from './drop-repetitions.ts';
import { whisperLanguage } from './languages.ts';
import { splitSentences } from './sentences.ts';
import { groupIntoBatches, joinTurns, padTurn } from './turns.ts';
import { unpack } from './whisper.ts';
import { estimateWordTimes } from './word-timing.ts';

const span = (start_seconds: number, end_seconds: number) => ({ start_seconds, end_seconds });

describe('words', () => {
  test('become one segment per sentence, with the times of its first and last word', () => {
    const units = [' Mr.', ' Lee', ' left.', ' Why', ' so', ' soon?', ' …'].map((text, i) => ({
      text,
      ...span(10 + i, 11 + i),
    }));
    const word = (text: string, start_character: number, at: number) => ({
      text,
      start_character,
      ...span(at, at + 1),
    });
    expect(splitSentences(units, 'en', 'Speaker 2')).toEqual([
      {
        ...span(10, 13),
        text: 'Mr. Lee left.',
        speaker: 'Speaker 2',
        words: [word('Mr.', 0, 10), word('Lee', 4, 11), word('left.', 8, 12)],
      },
      {
        ...span(13, 16),
        text: 'Why so soon?',
        speaker: 'Speaker 2',
        words: [word('Why', 0, 13), word('so', 4, 14), word('soon?', 7, 15)],
      },
    ]);
    expect(splitSentences([], 'en')).toEqual([]);
    expect(splitSentences([{ text: ' Yes.', ...span(4, 4) }], 'not a language')).toMatchObject([
      { ...span(4, 4.05), text: 'Yes.' },
    ]);
    // Estimated times are not reported as times of words.
    const estimated = units.map((unit) => ({ ...unit, isEstimated: true }));
    expect(splitSentences(estimated, 'en').map(({ words }) => words)).toEqual([undefined, undefined]);
  });

  test('words without times get estimated ones from the speech regions, with a full stop at the pause', () => {
    const units = estimateWordTimes([' One', ' two', '.', ' Three', ' four', '.'], [span(2, 3), span(5, 7)]);
    expect(units.map(({ text }) => text)).toEqual([' One', ' two.', ' Three', ' four.']);
    expect(units[1]?.end_seconds).toBeCloseTo(3);
    expect(units[2]?.start_seconds).toBeCloseTo(5);
    expect(units[3]?.end_seconds).toBeCloseTo(7);
    expect(units.every(({ isEstimated }) => isEstimated)).toBe(true);
    expect(estimateWordTimes([], [span(0, 1)])).toEqual([]);
  });

  test('drops words that a model repeats endlessly, and not those that people repeat', () => {
    const unitsOf = (text: string) => text.split(/(?= )/).map((word) => ({ text: word, ...span(0, 1) }));
    const remaining = (text: string) =>
      dropRepetitions(unitsOf(text))
        .map((unit) => unit.text)
        .join('');
    expect(remaining(`And I ${'get a chance, to '.repeat(30)}get a`)).toBe('And I get a chance, to get a');
    for (const said of ['No, no, no, no! Never.', 'ha ha ha', 'more and more and more and'])
      expect(remaining(said)).toBe(said);
    expect(remaining('la '.repeat(50).trim())).toBe('la');
  });

  test('recognised in one window are assigned to the turns in which they were said', () => {
    const token = (text: string, t0: number, t1: number) => ({ text, t0, t1 });
    const output = {
      language: 'en',
      result: ' Good morning. Hello.',
      segments: [
        token('', 0, 0),
        token(' Good', 0, 400),
        token(' mor', 400, 700),
        token('ning', 700, 1000),
        token('.', 1000, 1000),
        token(' Hello', 1500, 2200),
        token('.', 2200, 2200),
      ],
    };
    const [first, second] = unpack(output, [span(60, 61), span(90, 91)]);
    expect(first?.map(({ text }) => text)).toEqual([' Good', ' morning.']);
    expect(first?.[0]).toMatchObject(span(60, 60.4));
    expect(second?.map(({ text }) => text)).toEqual([' Hello.']);
    expect(second?.[0]?.start_seconds).toBeCloseTo(90.1);
    expect(second?.[0]?.end_seconds).toBeLessThanOrEqual(91);
  });

  test('whose tokens end inside a character are repaired', () => {
    const output = {
      language: 'zh',
      result: '你好吗',
      segments: [
        { text: '你', t0: 0, t1: 200 },
        { text: '\uFFFD', t0: 200, t1: 300 },
        { text: '\uFFFD', t0: 300, t1: 400 },
        { text: '吗', t0: 400, t1: 600 },
      ],
    };
    expect(unpack(output, [span(0, 1)])[0]?.map(({ text }) => text)).toEqual(['你', '好', '吗']);
  });
});

describe('turns', () => {
  test('join the regions of one speaker across short pauses, up to a maximum length, and never two speakers', () => {
    const said = (start: number, end: number, speaker: string) => ({ ...span(start, end), speaker });
    const turns = joinTurns([
      said(0, 3, 'A'),
      said(3.5, 6, 'A'),
      said(6.3, 8, 'B'),
      said(8.2, 9, 'A'),
      said(12, 20, 'A'),
      said(20.5, 33, 'A'),
    ]);
    expect(turns.map((turn) => [turn.speaker, turn.start_seconds, turn.end_seconds])).toEqual([
      ['A', 0, 6],
      ['B', 6.3, 8],
      ['A', 8.2, 9],
      ['A', 12, 20],
      ['A', 20.5, 33],
    ]);
    expect(turns[0]?.regions).toHaveLength(2);
    // With some silence around it, without the neighbouring turn.
    expect(padTurn(turns, 2)).toEqual({ start_seconds: 8.2 - 0.15, end_seconds: 9.15 });
    expect(groupIntoBatches(turns, 28)).toEqual([[0, 1, 2, 3], [4]]);
    expect(groupIntoBatches(turns, 28, 3)).toEqual([[3, 4]]);
    expect(groupIntoBatches(turns, 28, turns.length)).toEqual([]);
  });
});

test('a language tag becomes whisper’s code, or undefined', () => {
  expect(['en', 'pt-BR', 'zh-Hant-TW', 'nb-NO', 'gsw', ''].map(whisperLanguage)).toEqual([
    'en',
    'pt',
    'zh',
    'no',
    undefined,
    undefined,
  ]);
});
