import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answerBody, type Draft, draftOf, emptyDraft, isAnswered, rankingOf } from '../answers/draft.ts';
import { describeDevice } from '../api/device.ts';
import type { Question, QuestionType } from '../api/wire.ts';
import { draftAfterDigit } from './keys.ts';
import { dropIndex, moveItem, shiftOf } from './reorder.ts';
import { canContinueAutomatically } from './use-automatic-continue.ts';

const questionOf = (type: QuestionType, fields: Partial<Question> = {}): Question => ({
  id: 'q',
  type,
  text: 'Question?',
  required: false,
  options: ['a', 'b', 'c'].map((id) => ({ id, text: id })),
  scale: null,
  media_url: null,
  media_type: null,
  in_screener: false,
  number: 1,
  ...fields,
});
const draft = (fields: Partial<Draft>): Draft => ({ ...emptyDraft, ...fields });

describe('the body of an answer', () => {
  it.each<[QuestionType, Partial<Draft>, object]>([
    ['open', { text: ' It was slow. ' }, { text: 'It was slow.' }],
    ['open', { text: '  ' }, { skipped: true }],
    ['single_choice', { option_ids: ['b'] }, { option_ids: ['b'] }],
    ['multi_choice', { option_ids: ['a', 'c'] }, { option_ids: ['a', 'c'] }],
    ['multi_choice', {}, { skipped: true }],
    ['rating', { value: 4 }, { value: 4 }],
    ['nps', { value: 0 }, { value: 0 }],
    ['nps', {}, { skipped: true }],
    ['ranking', { option_ids: ['c'] }, { option_ids: ['c', 'a', 'b'] }],
    ['ranking', {}, { skipped: true }],
    ['yes_no', { value: false }, { value: false }],
    ['statement', {}, {}],
    ['task', { text: 'Done' }, { text: 'Done' }],
    ['task', {}, {}],
  ])('sends for the type %s with %j the body %j', (type, fields, body) => {
    expect(answerBody(questionOf(type), draft(fields))).toEqual(body);
  });

  it('shows a stored answer again', () => {
    const stored = { question_id: 'q', value: 'b', option_ids: ['b'], skipped: false, turn: 0 };
    expect(draftOf(questionOf('single_choice'), stored)).toEqual(draft({ option_ids: ['b'] }));
    expect(draftOf(questionOf('open'), { ...stored, option_ids: [] })).toEqual(draft({ text: 'b' }));
    expect(draftOf(questionOf('open'), { ...stored, skipped: true })).toEqual(emptyDraft);
  });

  it('ranks every option once, whatever an old draft contains', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'gone')), (option_ids) => {
        const ranked = rankingOf(questionOf('ranking'), draft({ option_ids }));
        expect(ranked.toSorted()).toEqual(['a', 'b', 'c']);
      }),
    );
  });
});

describe('a digit', () => {
  const scale = { min: 0, max: 10, min_label: null, max_label: null };
  it.each<[QuestionType, Partial<Draft>, number, Partial<Draft> | undefined]>([
    ['single_choice', {}, 2, { option_ids: ['b'] }],
    ['single_choice', {}, 9, undefined],
    ['multi_choice', { option_ids: ['c'] }, 1, { option_ids: ['a', 'c'] }],
    ['multi_choice', { option_ids: ['a', 'c'] }, 1, { option_ids: ['c'] }],
    ['yes_no', {}, 1, { value: true }],
    ['yes_no', {}, 2, { value: false }],
    ['yes_no', {}, 3, undefined],
    ['nps', {}, 0, { value: 0 }],
    ['nps', { value: 1 }, 0, { value: 10 }],
    ['open', {}, 1, undefined],
    ['ranking', {}, 1, undefined],
  ])('a digit on %s with %j: %i picks %j', (type, before, digit, after) => {
    const question = questionOf(type, type === 'nps' ? { scale } : {});
    expect(draftAfterDigit(question, draft(before), digit)).toEqual(after && draft(after));
  });

  it('outside the scale picks nothing', () => {
    expect(draftAfterDigit(questionOf('rating'), emptyDraft, 6)).toBeUndefined();
    expect(isAnswered(questionOf('rating'), emptyDraft)).toBe(false);
  });
});

describe('reordering', () => {
  it('keeps every item and moves only the dragged one against the others', () => {
    const lists = fc.uniqueArray(fc.integer(), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(lists, fc.nat(), fc.nat(), (items, a, b) => {
        const [from, to] = [a % items.length, b % items.length];
        const moved = moveItem(items, from, to);
        expect(moved[to]).toBe(items[from]);
        const without = (list: number[]) => list.filter((item) => item !== items[from]);
        expect(without(moved)).toEqual(without(items));
        // While it is dragged, each item stands where it will be.
        for (const [index, item] of items.entries()) {
          if (index !== from) expect(moved.indexOf(item)).toBe(index + shiftOf(index, from, to));
        }
      }),
    );
  });

  it('drops an item where its centre is', () => {
    const centres = [20, 80, 140, 200];
    expect([20, 85, 150, 500, -40].map((centre) => dropIndex(centres, 0, centre))).toEqual([0, 1, 2, 3, 0]);
    expect([200, 130, 10].map((centre) => dropIndex(centres, 3, centre))).toEqual([3, 2, 0]);
  });
});

describe('the device', () => {
  const safari = 'AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15';
  it.each([
    [`Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${safari}`, 5, 'phone', 'iOS', 'Safari'],
    [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${safari}`, 5, 'tablet', 'iOS', 'Safari'],
    [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${safari}`, 0, 'desktop', 'macOS', 'Safari'],
    ['Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36 Edg/140.0', 0, 'desktop', 'Windows', 'Edge'],
    ['Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile Safari/537.36', 5, 'phone', 'Android', 'Chrome'],
    ['Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Safari/537.36', 5, 'tablet', 'Android', 'Chrome'],
    ['curl/8', 0, 'desktop', null, null],
  ])('describes %s coarsely', (agent, touchPoints, kind, os, browser) => {
    expect(describeDevice(agent, touchPoints)).toEqual({ kind, os, browser });
  });
});

it.each<[QuestionType, boolean, boolean]>([
  ['yes_no', false, true],
  ['yes_no', true, true],
  ['single_choice', false, true],
  ['single_choice', true, false],
  ['multi_choice', false, false],
])('continues by itself after %s (in a screener: %s): %s', (type, in_screener, expected) => {
  expect(canContinueAutomatically(questionOf(type, { in_screener }))).toBe(expected);
});
