import { beforeAll, describe, expect, test } from 'vitest';
import type { TestResponse } from '../../../../test/harness.ts';
import { useAccount, useParley } from '../../../../test/use-parley.ts';
import { isId, newId } from '../../../foundation/ids.ts';
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
const newFile = async (home = project): Promise<string> =>
  (await ada.post(`/v1/projects/${home}/files`, { name: 'Shown.txt', text: 'Look at this.' })).body.data.id;
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

describe('the questions of a test', () => {
  test('stores questions of every type completely, with the defaults of their type', async () => {
    const media_file_id = await newFile();
    const created = await asked([
      { ...open, required: true, follow_up: 'deep', media_file_id },
      choice,
      { type: 'multi_choice', text: 'All that apply', options: [{ text: 'a' }, 'b', 'c'] },
      { type: 'rating', text: 'How easy?' },
      { type: 'rating', text: 'How nice?', scale: { min: 0, max: 10, min_label: 'Not', max_label: 'Very' } },
      { type: 'nps', text: 'Recommend?', options: [], logic: [], follow_up: 'light' },
      { type: 'ranking', text: 'In order', options: ['x', 'y'] },
      { type: 'yes_no', text: 'Well?', scale: null },
      { type: 'statement', text: 'Now something else.' },
      { type: 'task', text: 'Find the price.', required: true },
    ]);
    expect(created.status).toBe(201);
    const rest = {
      required: false,
      options: [],
      scale: null,
      follow_up: 'none',
      media_file_id: null,
      logic: [],
    };
    const scale = { min: 1, max: 5, min_label: null, max_label: null };
    const some = (texts: string[]) => texts.map((text) => ({ id: expect.stringMatching(/^opt_/), text }));
    expect(questionsOf(created).map(({ id: _, ...question }) => question)).toEqual([
      { ...rest, ...open, required: true, follow_up: 'deep', media_file_id },
      { ...rest, ...choice, options: some(['One', 'Two']) },
      { ...rest, type: 'multi_choice', text: 'All that apply', options: some(['a', 'b', 'c']) },
      { ...rest, type: 'rating', text: 'How easy?', scale },
      {
        ...rest,
        type: 'rating',
        text: 'How nice?',
        scale: { min: 0, max: 10, min_label: 'Not', max_label: 'Very' },
      },
      { ...rest, type: 'nps', text: 'Recommend?', scale: { ...scale, min: 0, max: 10 }, follow_up: 'light' },
      { ...rest, type: 'ranking', text: 'In order', options: some(['x', 'y']) },
      { ...rest, type: 'yes_no', text: 'Well?' },
      { ...rest, type: 'statement', text: 'Now something else.' },
      { ...rest, type: 'task', text: 'Find the price.', required: true },
    ]);
    expect(idsOf(created).every((id) => isId('question', id))).toBe(true);
    expect(new Set(idsOf(created)).size).toBe(10);
    expect(created.body.data.question_count).toBe(10);
    expect((await ada.get(`/v1/tests/${created.body.data.id}`)).body).toEqual(created.body);
  });

  test('keep their ids through edits: given ids remain, questions without an id are new, all others are removed', async () => {
    const created = await asked([open, choice, { type: 'nps', text: 'Recommend?' }]);
    const path = `/v1/tests/${created.body.data.id}` as const;
    const [a, b, c] = idsOf(created) as [string, string, string];
    const edited = await ada.patch(path, {
      questions: [{ id: c }, { type: 'yes_no', text: 'New?' }, { id: a, text: 'How?' }],
    });
    const [first, fresh, last] = questionsOf(edited);
    expect(first).toEqual(questionsOf(created)[2]);
    expect(last).toEqual({ ...questionsOf(created)[0], text: 'How?' });
    expect([a, b, c]).not.toContain(fresh?.id);
    expect(edited.body.data.question_count).toBe(3);
    expect((await ada.get(path)).body).toEqual(edited.body);
    expect(idsOf(await ada.patch(path, { name: 'Only the name' }))).toEqual(idsOf(edited));
    // A removed question cannot be restored by its id.
    expect(fields(await ada.patch(path, { questions: [{ id: b }] }))).toContain('questions.0.id');
    expect(questionsOf(await ada.patch(path, { questions: [] }))).toEqual([]);
  });

  test('keep the ids of given options, and the fields of the type when the type changes', async () => {
    const created = await asked([choice]);
    const path = `/v1/tests/${created.body.data.id}` as const;
    const [{ id, options }] = questionsOf(created) as [Question];
    const [one, two] = options as [Question['options'][0], Question['options'][0]];
    const edited = await ada.patch(path, {
      questions: [{ id, options: ['Zero', { id: two.id, text: 'Two, really' }, one] }],
    });
    expect(questionsOf(edited)[0]?.options).toEqual([
      { id: expect.stringMatching(/^opt_/), text: 'Zero' },
      { id: two.id, text: 'Two, really' },
      one,
    ]);
    const many = questionsOf(await ada.patch(path, { questions: [{ id, type: 'multi_choice' }] }))[0];
    expect(many).toEqual({ ...questionsOf(edited)[0], type: 'multi_choice' });
    const plain = questionsOf(
      await ada.patch(path, { questions: [{ id, type: 'rating', required: true }] }),
    )[0];
    expect(plain).toMatchObject({ id, options: [], scale: { min: 1, max: 5 }, required: true });
    const statement = questionsOf(await ada.patch(path, { questions: [{ id, type: 'statement' }] }))[0];
    expect(statement).toMatchObject({ id, scale: null, required: false });
    expect(fields(await ada.patch(path, { questions: [{ id, type: 'ranking' }] }))).toEqual([
      'questions.0.options',
    ]);
  });

  test('copies questions of another test with new ids', async () => {
    const original = await asked([
      {
        ...choice,
        options: [{ id: 'yes', text: 'Yes' }, 'No'],
        logic: [{ operator: 'any_of', option_ids: ['yes'], action: 'go_to', question_id: 'end' }],
      },
      open,
      { id: 'end', type: 'statement', text: 'Thanks.' },
    ]);
    const copy = await asked(questionsOf(original), await newProject('Copies'));
    const [from, to] = [questionsOf(original), questionsOf(copy)];
    expect(idsOf(copy).some((id) => idsOf(original).includes(id))).toBe(false);
    expect(from[0]?.logic[0]).toMatchObject({
      option_ids: [from[0]?.options[0]?.id],
      question_id: from[2]?.id,
    });
    expect(to[0]?.logic[0]).toMatchObject({ option_ids: [to[0]?.options[0]?.id], question_id: to[2]?.id });
    // In an existing test, an unknown question id is refused.
    const path = `/v1/tests/${copy.body.data.id}`;
    expect(fields(await ada.patch(path, { questions: [from[1] as object] }))).toEqual(['questions.0.id']);
  });

  test('the questions of a test can show only files of their project, and stop showing a deleted file', async () => {
    const far = await newFile(await newProject('Far'));
    const near = await newFile();
    const gone = newId('file', Date.now());
    const media = [near, far, gone, 'rubbish', null].map((media_file_id) => ({ ...open, media_file_id }));
    const bad = ['questions.1.media_file_id', 'questions.2.media_file_id', 'questions.3.media_file_id'];
    expect(fields(await asked(media))).toEqual(bad);
    const created = await asked([{ ...open, media_file_id: near }, choice]);
    const path = `/v1/tests/${created.body.data.id}` as const;
    const [a, b] = idsOf(created);
    expect(
      fields(
        await ada.patch(path, {
          questions: [
            { id: b, media_file_id: far },
            { id: a, scale: { min: 1, max: 5 } },
          ],
        }),
      ),
    ).toEqual(['questions.1.scale', 'questions.0.media_file_id']);
    await ada.patch(path, { questions: [{ id: a }, { id: b, media_file_id: near }] });
    expect((await ada.delete(`/v1/files/${near}`)).status).toBe(200);
    const after = questionsOf(await ada.get(path));
    expect(after).toEqual(questionsOf(created).map((question) => ({ ...question, media_file_id: null })));
  });

  test('the questions of a test and their media file can be changed and deleted concurrently, without a deadlock or a dangling reference', async () => {
    for (let round = 0; round < 5; round++) {
      const file = await newFile();
      const [one, two] = [await asked([open]), await asked([{ ...open, media_file_id: file }])];
      const show = (answer: TestAnswer) =>
        ada.patch(`/v1/tests/${answer.body.data.id}`, {
          questions: [{ id: idsOf(answer)[0], media_file_id: file, text: 'Look.' }],
        });
      const answers = await Promise.all([
        show(one),
        show(two),
        ada.delete(`/v1/files/${file}`),
        show(one),
        ada.delete(`/v1/tests/${two.body.data.id}`),
        asked([{ ...open, media_file_id: file }]),
      ]);
      for (const { status } of answers) expect([200, 201, 404, 422]).toContain(status);
      expect(answers[2]?.status).toBe(200);
      const listed = await ada.get(`/v1/projects/${project}/tests?limit=100`);
      expect(listed.text).not.toContain(file);
    }
  });
});

describe('a question that is not valid', () => {
  test.each<[string, object, string[]]>([
    ['no type', { type: undefined }, ['type']],
    ['an unknown type', { type: 'essay' }, ['type']],
    ['no text', { text: undefined }, ['text']],
    ['blank text', { text: '\n' }, ['text']],
    ['invisible text', { text: '\u200b' }, ['text']],
    ['long text', { text: 'x'.repeat(2001) }, ['text']],
    ['required that is not a boolean', { required: 'yes' }, ['required']],
    ['an unknown field', { hint: 'x' }, ['hint']],
    ['an unknown follow_up', { follow_up: 'endless' }, ['follow_up']],
    ['options for a type without options', { options: ['a', 'b'] }, ['options']],
    ['a scale for a type without a scale', { scale: { min: 1, max: 5 } }, ['scale']],
    ['no options', { type: 'single_choice' }, ['options']],
    ['one option', { type: 'ranking', options: ['a'] }, ['options']],
    [
      '51 options',
      { type: 'multi_choice', options: Array.from({ length: 51 }, (_, i) => `${i}`) },
      ['options'],
    ],
    [
      'a blank option',
      { type: 'multi_choice', options: ['a', ' ', { text: '\u200b' }] },
      ['options.1', 'options.2.text'],
    ],
    ['an option without text', { type: 'multi_choice', options: ['a', {}] }, ['options.1.text']],
    ['an option of a wrong kind', { type: 'multi_choice', options: ['a', 5] }, ['options.1']],
    [
      'an option with an unknown field',
      { type: 'multi_choice', options: ['a', { text: 'b', x: 1 }] },
      ['options.1.x'],
    ],
    [
      'long options',
      { type: 'multi_choice', options: ['a', 'x'.repeat(201), { text: 'y'.repeat(201) }] },
      ['options.1', 'options.2.text'],
    ],
    [
      'options with the same text',
      { type: 'ranking', options: ['a', ' A', { text: 'Ａ' }] },
      ['options.1', 'options.2.text'],
    ],
    [
      'options that share an id',
      {
        type: 'ranking',
        options: [
          { id: 'x', text: 'a' },
          { id: 'x', text: 'b' },
        ],
      },
      ['options.1.id'],
    ],
    ['an incomplete scale', { type: 'rating', scale: { min: 1 } }, ['scale.max']],
    ['a scale of one', { type: 'rating', scale: { min: 1, max: 1 } }, ['scale.max']],
    ['a reversed scale', { type: 'rating', scale: { min: 5, max: 2 } }, ['scale.min']],
    ['a scale of fractions', { type: 'rating', scale: { min: 0.5, max: 5 } }, ['scale.min']],
    ['a custom scale for NPS', { type: 'nps', scale: { min: 1, max: 10 } }, ['scale']],
    [
      'a required statement',
      { type: 'statement', required: true, follow_up: 'deep' },
      ['required', 'follow_up'],
    ],
    ['a rule without an action', { logic: [{ operator: 'always' }] }, ['logic.0.action']],
    ['an unknown operator', { logic: [{ operator: 'maybe', action: 'end' }] }, ['logic.0.operator']],
    ['21 rules', { logic: Array(21).fill({ operator: 'always', action: 'end' }) }, ['logic']],
  ])('a question with %s returns 422 with the wrong field', async (_, part, where) => {
    const answer = await asked([open, { ...open, ...part }]);
    expect(fields(answer).sort()).toEqual(where.map((field) => `questions.1.${field}`).sort());
  });

  test('reports a question that is not valid together with all others, up to 50 details', async () => {
    expect(
      fields(await asked([{ ...choice, options: ['a'] }, open, { ...open, scale: { min: 1, max: 5 } }])),
    ).toEqual(['questions.0.options', 'questions.2.scale']);
    expect(fields(await asked(Array(100).fill({ ...choice, options: ['a'] })))).toHaveLength(50);
  });

  test('returns 422 in a PATCH if it is new and has no type or text', async () => {
    const created = await asked([open]);
    const path = `/v1/tests/${created.body.data.id}`;
    const [id] = idsOf(created);
    expect(
      fields(await ada.patch(path, { questions: [{ id }, { type: 'open' }, { text: 'x' }, { id: 'mine' }] })),
    ).toEqual(['questions.1.text', 'questions.2.type', 'questions.3.type', 'questions.3.text']);
    expect(fields(await ada.patch(path, { questions: [{ id }, { id }] }))).toEqual(['questions.1.id']);
    expect((await ada.get(path)).body).toEqual(created.body);
  });

  test('questions that are too large together return 422', async () => {
    const long = { ...open, text: '調'.repeat(2000) };
    expect(fields(await asked(Array(60).fill(long)))).toEqual(['questions']);
    expect((await asked(Array(40).fill(long))).status).toBe(201);
  });
});
