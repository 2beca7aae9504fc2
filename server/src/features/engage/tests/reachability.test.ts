import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Question, Rule } from './question.ts';
import { findReach } from './reachability.ts';
import { ruleApplies } from './rule-applies.ts';

const question = (id: string, fields: Partial<Question> = {}): Question => ({
  id,
  type: 'yes_no',
  text: id,
  required: true,
  options: [],
  scale: null,
  follow_up: 'none',
  media_file_id: null,
  logic: [],
  ...fields,
});
const rule = (fields: Partial<Rule>): Rule => ({
  operator: 'always',
  option_ids: [],
  value: null,
  action: 'end',
  question_id: null,
  ...fields,
});
const screenOut = (fields: Partial<Rule>) => rule({ action: 'screen_out', ...fields });
const options = ['a', 'b', 'c'].map((id) => ({ id, text: id }));
const scale = { min: 1, max: 5, min_label: null, max_label: null };

describe('a screener', () => {
  test.each([
    [
      'that screens out one of two answers lets others through',
      [screenOut({ operator: 'equals', value: false })],
      true,
    ],
    [
      'that screens out both answers lets nobody through',
      [screenOut({ operator: 'equals', value: false }), screenOut({ operator: 'equals', value: true })],
      false,
    ],
    ['that always screens out lets nobody through', [screenOut({})], false],
    ['whose first rule ends it lets everyone through', [rule({}), screenOut({})], true],
    [
      'that screens out everyone who answers lets nobody through',
      [screenOut({ operator: 'answered' })],
      false,
    ],
  ])('%s', (_, logic, end) => {
    expect(findReach([question('q', { logic })]).end).toBe(end);
  });

  test('a screener with an optional question lets those through who skip it', () => {
    const logic = [screenOut({ operator: 'answered' })];
    expect(findReach([question('q', { logic, required: false })]).end).toBe(true);
  });

  test('a screener with a scale is followed for every value', () => {
    const below = screenOut({ operator: 'at_most', value: 2 });
    const nps = (logic: Rule[]) => [question('q', { type: 'rating', scale, logic })];
    expect(findReach(nps([below, screenOut({ operator: 'at_least', value: 3 })])).end).toBe(false);
    expect(findReach(nps([below, screenOut({ operator: 'at_least', value: 4 })])).end).toBe(true);
  });
});

describe('a screener with choices', () => {
  const of = (type: Question['type'], ...logic: Rule[]) => [question('q', { type, options, logic })];
  const any_of = (...option_ids: string[]) => screenOut({ operator: 'any_of', option_ids });
  const none_of = (...option_ids: string[]) => screenOut({ operator: 'none_of', option_ids });

  test.each([
    ['screens out one of three choices', of('single_choice', any_of('a')), true],
    ['screens out every choice, one by one', of('single_choice', any_of('a', 'b'), any_of('c')), false],
    ['screens out everyone without one choice', of('single_choice', none_of('a')), true],
    ['screens out a choice and all others', of('single_choice', any_of('a'), none_of('a')), false],
    ['screens out one of several choices', of('multi_choice', any_of('a')), true],
    ['screens out all of several choices', of('multi_choice', any_of('a', 'b'), any_of('c')), false],
    ['screens out one choice and all without another', of('multi_choice', any_of('a'), none_of('b')), true],
    ['screens out a choice and all without it', of('multi_choice', any_of('a'), none_of('a')), false],
    ['screens out all without the first choice', of('multi_choice', none_of('a')), true],
  ])('a screener that %s lets somebody through: %#', (_, questions, end) => {
    expect(findReach(questions).end).toBe(end);
  });
});

describe('the end of a test', () => {
  test('reaches the end of a test without questions', () => {
    expect(findReach([])).toEqual({ questions: new Set(), end: true });
  });

  test('reaches the end from the last question, and not from one that nobody reaches', () => {
    const logic = [screenOut({})];
    expect(findReach([question('a'), question('b')])).toEqual({ questions: new Set([0, 1]), end: true });
    expect(findReach([question('a', { logic }), question('b')])).toEqual({
      questions: new Set([0]),
      end: false,
    });
  });

  test('the reach follows no rule that leads backwards', () => {
    const back = (question_id: string) => ({ logic: [rule({ action: 'go_to', question_id })] });
    for (const id of ['a', 'b', 'unknown'])
      expect(findReach([question('a'), question('b', back(id))])).toEqual({
        questions: new Set([0, 1]),
        end: false,
      });
  });

  test('the reach follows every value of a scale, from the first to the last', () => {
    const except = (value: number) =>
      [1, 2, 3, 4, 5]
        .filter((one) => one !== value)
        .map((one) => screenOut({ operator: 'equals', value: one }));
    for (const value of [1, 3, 5])
      expect(findReach([question('q', { type: 'rating', scale, logic: except(value) })]).end).toBe(true);
    const all = [...except(1), ...except(2)];
    expect(findReach([question('q', { type: 'rating', scale, logic: all })]).end).toBe(false);
  });
});

describe('a question', () => {
  test('does not reach a question that every rule leads past', () => {
    const logic = [rule({ action: 'go_to', question_id: 'third' })];
    const reach = findReach([question('first', { logic }), question('second'), question('third')]);
    expect([...reach.questions]).toEqual([0, 2]);
  });
});

test('the reach of several choices is the same as that of all combinations of options', () => {
  const optionIds = fc.subarray(['a', 'b', 'c'], { minLength: 1 });
  const anyRule = fc.record({
    operator: fc.constantFrom('any_of' as const, 'none_of' as const, 'answered' as const, 'always' as const),
    option_ids: optionIds,
    action: fc.constantFrom('end' as const, 'screen_out' as const, 'go_to' as const),
  });
  fc.assert(
    fc.property(fc.array(anyRule, { maxLength: 5 }), (rules) => {
      const logic = rules.map((fields) =>
        rule({ ...fields, question_id: fields.action === 'go_to' ? 'third' : null }),
      );
      const first = question('first', { type: 'multi_choice', options, logic });
      const reach = findReach([first, question('second'), question('third', { logic: [screenOut({})] })]);
      const combinations = Array.from({ length: 7 }, (_, i) =>
        ['a', 'b', 'c'].filter((_, bit) => (i + 1) & (1 << bit)),
      );
      const outcomes = combinations.map((option_ids) =>
        logic.find((one) => ruleApplies(one, { option_ids, value: null, skipped: false })),
      );
      expect(reach.questions.has(1)).toBe(outcomes.some((one) => !one));
      expect(reach.end).toBe(outcomes.some((one) => one?.action === 'end'));
    }),
  );
});
