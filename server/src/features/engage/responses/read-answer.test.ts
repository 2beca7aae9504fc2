import { describe, expect, test } from 'vitest';
import type { AppError } from '../../../foundation/errors.ts';
import type { Question, QuestionType } from '../tests/index.ts';
import { type AnswerInput, readAnswer } from './read-answer.ts';

const options = [
  { id: 'opt_1', text: 'By card' },
  { id: 'opt_2', text: 'By invoice' },
  { id: 'opt_3', text: 'Cash' },
];
const question = (type: QuestionType, fields: Partial<Question> = {}): Question => ({
  id: 'q_1',
  type,
  text: 'Why?',
  required: false,
  options: ['single_choice', 'multi_choice', 'ranking'].includes(type) ? options : [],
  scale: type === 'rating' ? { min: 1, max: 5, min_label: null, max_label: null } : null,
  follow_up: 'none',
  media_file_id: null,
  logic: [],
  ...fields,
});

const accepted: [QuestionType, AnswerInput, object][] = [
  ['open', { text: ' Because. ' }, { value: ' Because. ', text: ' Because. ' }],
  ['open', { value: '<script>alert(1)</script>' }, { text: '<script>alert(1)</script>' }],
  [
    'single_choice',
    { option_ids: ['opt_2'] },
    { value: 'By invoice', text: 'By invoice', option_ids: ['opt_2'] },
  ],
  ['multi_choice', { option_ids: ['opt_3', 'opt_1'] }, { value: ['Cash', 'By card'], text: 'Cash, By card' }],
  ['ranking', { option_ids: ['opt_3', 'opt_1', 'opt_2'] }, { value: ['Cash', 'By card', 'By invoice'] }],
  ['rating', { value: 5 }, { value: 5, text: '5' }],
  ['nps', { value: 0 }, { value: 0, text: '0' }],
  ['yes_no', { value: false }, { value: false, text: 'No' }],
  ['statement', {}, { value: null, text: null, skipped: false }],
  ['task', {}, { value: null, text: null, skipped: false }],
  ['task', { text: 'The button was hidden.' }, { value: 'The button was hidden.' }],
  ['open', { skipped: true }, { value: null, skipped: true }],
];
test.each(accepted)('accepts the answer to a question of type %s: %j', (type, input, expected) => {
  expect(readAnswer(question(type), input)).toMatchObject(expected);
});

const refused: [QuestionType, AnswerInput, string[]][] = [
  ['open', {}, ['text']],
  ['open', { text: '   ' }, ['text']],
  ['open', { value: 3 }, ['value']],
  ['open', { text: 'x', option_ids: ['opt_1'] }, ['option_ids']],
  ['single_choice', {}, ['option_ids']],
  ['single_choice', { option_ids: ['opt_1', 'opt_2'] }, ['option_ids']],
  ['single_choice', { option_ids: ['opt_9'] }, ['option_ids.0']],
  ['single_choice', { value: 'By card' }, ['value', 'option_ids']],
  ['multi_choice', { option_ids: ['opt_1', 'opt_1'] }, ['option_ids.1']],
  ['ranking', { option_ids: ['opt_1', 'opt_2'] }, ['option_ids']],
  ['ranking', { option_ids: ['opt_1', 'opt_2', 'opt_2'] }, ['option_ids.2']],
  ['rating', { value: 6 }, ['value']],
  ['rating', { value: 2.5 }, ['value']],
  ['rating', { value: '3' }, ['value']],
  ['rating', { text: '3' }, ['text', 'value']],
  ['nps', { value: -1 }, ['value']],
  ['nps', { value: Number.NaN }, ['value']],
  ['yes_no', { value: 'yes' }, ['value']],
  ['statement', { text: 'x' }, ['text']],
  ['task', { value: true }, ['value']],
  ['open', { skipped: true, text: 'x' }, ['text']],
];
test.each(refused)('refuses the answer to a question of type %s: %j', (type, input, fields) => {
  expect(faultsOf(() => readAnswer(question(type), input))).toEqual(fields);
});

describe('a required question', () => {
  test('a required question cannot be skipped', () => {
    const required = question('rating', { required: true });
    expect(faultsOf(() => readAnswer(required, { skipped: true }))).toEqual(['skipped']);
  });
});

function faultsOf(read: () => unknown): string[] {
  try {
    read();
  } catch (error) {
    return (error as AppError).details.map(({ field }) => field);
  }
  throw new Error('The answer was accepted.');
}
