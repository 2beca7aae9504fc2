import { describe, expect, test } from 'vitest';
import { findFlags, isGibberish } from './quality-rules.ts';

type Evidence = Parameters<typeof findFlags>[0];
const answer = (fields: object = {}): Evidence['answers'][number] => ({
  question_id: 'q_1',
  turn: 0,
  type: 'open',
  value: null,
  text: null,
  option_ids: [],
  skipped: false,
  signals: {},
  ...fields,
});
const ratings = (...values: number[]) => values.map((value) => answer({ type: 'rating', value }));
const evidence = (fields: Partial<Evidence> = {}): Evidence => ({
  answers: [],
  duration_seconds: 100,
  others: { count: 10, median_seconds: 100 },
  duplicates: [],
  ...fields,
});
const codes = (given: Evidence) => findFlags(given).flags.map(({ code }) => code);

describe('a response', () => {
  test('gives a response that is not suspicious a score of 1 and no flags', () => {
    expect(findFlags(evidence({ answers: ratings(4, 5, 3, 4, 5) }))).toEqual({ score: 1, flags: [] });
  });

  const cases: [string, Evidence, string[]][] = [
    ['three times as fast as the median', evidence({ duration_seconds: 33 }), ['too_fast']],
    ['a third of the median', evidence({ duration_seconds: 34 }), []],
    [
      'fast, but with four others only',
      evidence({ duration_seconds: 1, others: { count: 4, median_seconds: 100 } }),
      [],
    ],
    ['five equal ratings', evidence({ answers: ratings(3, 3, 3, 3, 3) }), ['straight_lining']],
    ['four equal ratings', evidence({ answers: ratings(3, 3, 3, 3) }), []],
    ['a pasted text', evidence({ answers: [answer({ signals: { pasted: true } })] }), ['pasted']],
    ['a text of another response', evidence({ duplicates: ['q_1'] }), ['duplicate_text']],
    ['random letters', evidence({ answers: [answer({ text: 'asdfgh jklsdf qwrtpl' })] }), ['gibberish']],
  ];
  test.each(cases)('%s', (_, given, expected) => {
    expect(codes(given)).toEqual(expected);
  });

  test('a response has a reason in words for each flag, and a lower score with more flags', () => {
    const one = findFlags(evidence({ duration_seconds: 12 }));
    expect(one.flags[0]?.reason).toBe('Took 12 seconds; the median of 10 responses is 100 seconds.');
    const two = findFlags(evidence({ duration_seconds: 12, answers: ratings(1, 1, 1, 1, 1, 1) }));
    expect(two.flags[1]?.reason).toBe('All 6 ratings are 1.');
    expect(two.score).toBeLessThan(one.score);
    const all = findFlags(
      evidence({
        duration_seconds: 1,
        duplicates: ['q'],
        answers: [...ratings(1, 1, 1, 1, 1), answer({ text: 'xxxxxxxxx', signals: { pasted: true } })],
      }),
    );
    expect(all.score).toBe(0);
  });
});

test.each([
  'asdfasdfasdfasdf',
  'qwertyuiop',
  'xxxxxxxxxxxx',
  'sdfgh kjhgfds mnbvcx lkjhg',
  '............',
  'hjkla hjkla fghja dfgho',
])('takes "%s" for gibberish', (text) => {
  expect(isGibberish(text)).toBe(true);
});

test.each([
  'ok',
  'n/a',
  'I wanted to see the total with shipping.',
  'The HTTPS TLS certificate was wrong',
  'Ich fand die Rechtsschutzversicherungsgesellschaften unübersichtlich.',
  'Angstschweiß beim Bezahlen',
  'Nie wiem, trudno powiedzieć',
  'strč prst skrz krk, řekl a šel',
  '送料込みの合計が見たかったです',
  'كنت أبحث عن السعر النهائي',
  'Хотел увидеть итоговую сумму',
  'very very good',
  'Property and liberty, wertvoll: my strengths',
  '12345678901234567890',
  '',
])('does not take "%s" for gibberish', (text) => {
  expect(isGibberish(text)).toBe(false);
});
