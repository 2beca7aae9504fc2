import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { anyText } from '../../../../test/any-text.ts';
import type { TestResponse } from '../../../../test/harness.ts';
import { useAccount, useParley } from '../../../../test/use-parley.ts';
import { newId } from '../../../foundation/ids.ts';
import type { Question } from './question.ts';

const parley = useParley();
const ada = useAccount(parley);
let project: string;
beforeAll(async () => {
  project = await newProject('Study');
});

const newProject = async (name: string): Promise<string> =>
  (await ada.post('/v1/projects', { name })).body.data.id;
const create = (body: object, home = project) =>
  ada.post(`/v1/projects/${home}/tests`, { name: 'A test', type: 'survey', ...body });
const asked = (questions: object[], home = project) => create({ questions }, home);
const fields = (answer: TestResponse): string[] => {
  expect({ status: answer.status, code: answer.body.error?.code }).toEqual({
    status: 422,
    code: 'validation_failed',
  });
  return answer.body.error.details.map((row: { field: string }) => row.field);
};
type TestAnswer = Awaited<ReturnType<typeof create>>;
const questionsOf = (answer: TestAnswer) => answer.body.data.questions;
const idsOf = (answer: TestAnswer) => questionsOf(answer).map(({ id }) => id);
const open = { type: 'open', text: 'Why?' };
const choice = { type: 'single_choice', text: 'Which?', options: ['One', 'Two'] };

describe('the logic of a question', () => {
  const rule = { operator: 'always', action: 'end' };
  const withRule = (question: object, more: object) =>
    asked([
      { id: 'first', ...open },
      { id: 'this', ...question, logic: [{ ...rule, ...more }] },
      { id: 'last', ...open },
    ]);
  const options = [
    { id: 'a', text: 'A' },
    { id: 'b', text: 'B' },
  ];
  const nps = { type: 'nps', text: 'Recommend?' };

  test.each<[string, object, object]>([
    ['always', open, {}],
    ['answered', open, { operator: 'answered', action: 'go_to', question_id: 'last' }],
    ['skipped', { ...choice, type: 'ranking' }, { operator: 'skipped' }],
    ['any of some options', { ...choice, options }, { operator: 'any_of', option_ids: ['a', 'b'] }],
    [
      'none of an option',
      { ...choice, type: 'multi_choice', options },
      { operator: 'none_of', option_ids: ['b'] },
    ],
    ['a number', { type: 'rating', text: 'x', scale: { min: 1, max: 7 } }, { operator: 'equals', value: 7 }],
    ['at least', nps, { operator: 'at_least', value: 9 }],
    ['at most', nps, { operator: 'at_most', value: 0 }],
    ['yes', { type: 'yes_no', text: 'x' }, { operator: 'equals', value: true }],
    ['a statement passed', { type: 'statement', text: 'x' }, { action: 'go_to', question_id: 'last' }],
    ['a task done', { type: 'task', text: 'x' }, { operator: 'answered', option_ids: [], value: null }],
  ])('accepts a rule: %s', async (_, question, more) => {
    const created = await withRule(question, more);
    expect(created.status).toBe(201);
    const [, here, last] = questionsOf(created);
    const named = new Map(options.map(({ id }, i) => [id, here?.options[i]?.id]));
    const expected = {
      option_ids: [],
      value: null,
      question_id: null,
      ...rule,
      ...more,
    } as Question['logic'][0];
    expect(here?.logic).toEqual([
      {
        ...expected,
        option_ids: expected.option_ids.map((id) => named.get(id)),
        question_id: expected.question_id && last?.id,
      },
    ]);
  });

  test.each<[string, object, object, string[]]>([
    ['an operator that its type does not support', open, { operator: 'at_least', value: 5 }, ['operator']],
    ['answered for a statement', { type: 'statement', text: 'x' }, { operator: 'answered' }, ['operator']],
    ['no options', { ...choice, options }, { operator: 'any_of' }, ['option_ids']],
    [
      'unknown options',
      { ...choice, options },
      { operator: 'any_of', option_ids: ['a', 'z'] },
      ['option_ids.1'],
    ],
    [
      'the same option twice',
      { ...choice, options },
      { operator: 'any_of', option_ids: ['a', 'a'] },
      ['option_ids.1'],
    ],
    ['options that the operator does not use', { ...choice, options }, { option_ids: ['a'] }, ['option_ids']],
    ['a value that the operator does not use', nps, { value: 5 }, ['value']],
    ['no value', nps, { operator: 'equals' }, ['value']],
    ['a value outside the scale', nps, { operator: 'at_least', value: 11 }, ['value']],
    ['a fractional value', nps, { operator: 'at_least', value: 7.5 }, ['value']],
    ['a number for yes_no', { type: 'yes_no', text: 'x' }, { operator: 'equals', value: 1 }, ['value']],
    ['a boolean for a scale', nps, { operator: 'equals', value: true }, ['value']],
    ['a text for a scale', nps, { operator: 'equals', value: '9' }, ['value']],
    ['go_to without a question', open, { action: 'go_to' }, ['question_id']],
    ['end with a question', open, { question_id: 'last' }, ['question_id']],
    [
      'go_to an unknown question',
      open,
      { action: 'go_to', question_id: newId('question', 0) },
      ['question_id'],
    ],
    ['go_to an earlier question', open, { action: 'go_to', question_id: 'first' }, ['question_id']],
    ['go_to the same question', open, { action: 'go_to', question_id: 'this' }, ['question_id']],
  ])('returns 422 for a rule with %s', async (_, question, more, where) => {
    expect(fields(await withRule(question, more))).toEqual(
      where.map((field) => `questions.1.logic.0.${field}`),
    );
  });

  test('checks the logic of a question on edits: the target must still exist and come later', async () => {
    const go = { operator: 'any_of', option_ids: ['a'], action: 'go_to', question_id: 'last' };
    const created = await asked([{ ...choice, options, logic: [go] }, open, { id: 'last', ...open }]);
    const path = `/v1/tests/${created.body.data.id}` as const;
    const [a, b, c] = idsOf(created);
    const edit = (...questions: object[]) => ada.patch(path, { questions });
    expect(fields(await edit({ id: a }, { id: b }))).toEqual(['questions.0.logic.0.question_id']);
    expect(fields(await edit({ id: c }, { id: a }))).toEqual(['questions.1.logic.0.question_id']);
    expect(fields(await edit({ id: a, options: ['A', 'B'] }, { id: c }))).toEqual([
      'questions.0.logic.0.option_ids.0',
    ]);
    expect(fields(await edit({ id: a, type: 'open' }, { id: c }))).toContain('questions.0.logic.0.operator');
    expect((await ada.get(path)).body).toEqual(created.body);
    const moved = await edit({ id: a }, { id: c }, { id: b });
    expect(questionsOf(moved)[0]).toEqual(questionsOf(created)[0]);
    const fresh = await edit(
      { id: a, logic: [{ ...rule, action: 'go_to', question_id: 'new' }] },
      { id: 'new', ...open },
    );
    expect(questionsOf(fresh)[0]?.logic[0]?.question_id).toBe(idsOf(fresh)[1]);
  });
});

describe('arbitrary input', () => {
  const word = fc.oneof(anyText({ maxLength: 5 }), fc.constantFrom('a', 'b', '__proto__'), fc.jsonValue());
  const anything = fc.record(
    {
      id: word,
      type: fc.oneof(fc.constantFrom('open', 'single_choice', 'nps', 'rating', 'yes_no', 'statement'), word),
      text: fc.oneof(fc.constant('x'), word),
      options: fc.oneof(
        fc.array(fc.oneof(word, fc.record({ id: word, text: word })), { maxLength: 4 }),
        word,
      ),
      scale: fc.oneof(fc.record({ min: fc.integer(), max: fc.integer() }), word),
      media_file_id: word,
      logic: fc.array(
        fc.record({
          operator: fc.oneof(fc.constantFrom('always', 'any_of', 'equals'), word),
          option_ids: fc.oneof(fc.array(word, { maxLength: 3 }), word),
          value: word,
          action: fc.oneof(fc.constantFrom('go_to', 'end'), word),
          question_id: word,
        }),
        { maxLength: 2 },
      ),
    },
    { requiredKeys: ['type', 'text'] },
  );

  test('arbitrary input as questions of POST and PATCH never returns a 5xx and always has the envelope', {
    timeout: 120_000,
  }, async () => {
    const path = `/v1/tests/${(await asked([open, choice])).body.data.id}`;
    await fc.assert(
      fc.asyncProperty(fc.array(anything, { maxLength: 3 }), async (questions) => {
        for (const answer of [await asked(questions), await ada.patch(path, { questions })]) {
          expect([200, 201, 422]).toContain(answer.status);
        }
      }),
      { numRuns: 100 },
    );
  });
});
