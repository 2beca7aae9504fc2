import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Question, Rule } from '../tests/index.ts';
import {
  findStep,
  following,
  hasPassedScreener,
  isAnsweredOnPage,
  nextQuestion,
  type PathAnswer,
  requirePassedScreener,
  walkPath,
  wholePath,
} from './path.ts';

const question = (id: string, fields: Partial<Question> = {}): Question => ({
  id,
  type: 'open',
  text: `Question ${id}`,
  required: false,
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
  action: 'go_to',
  question_id: null,
  ...fields,
});
const answer = (question_id: string, fields: Partial<PathAnswer> = {}): PathAnswer => ({
  question_id,
  turn: 0,
  value: null,
  option_ids: [],
  skipped: false,
  ...fields,
});
const ids = (steps: { question: Question }[]) => steps.map(({ question: { id } }) => id);

describe('the path of a participant', () => {
  const content = {
    screener: {
      questions: [
        question('s1', {
          type: 'yes_no',
          logic: [rule({ operator: 'equals', value: false, action: 'screen_out' })],
        }),
        question('s2'),
      ],
    },
    questions: [
      question('a', { type: 'rating', logic: [rule({ operator: 'at_least', value: 4, question_id: 'c' })] }),
      question('b', { logic: [rule({ operator: 'answered', action: 'end' })] }),
      question('c'),
    ],
  };

  test('asks the screener first, then the questions in their order', () => {
    expect(nextQuestion(content, [])).toMatchObject({ question: { id: 's1' }, in_screener: true });
    const qualified = [answer('s1', { value: true }), answer('s2')];
    expect(nextQuestion(content, qualified)).toMatchObject({ question: { id: 'a' }, in_screener: false });
  });

  test('ends when a rule of the screener applies', () => {
    expect(walkPath(content, [answer('s1', { value: false })])).toMatchObject({
      next: null,
      screened_out: true,
    });
  });

  test('jumps by a rule and leaves out the questions in between', () => {
    const answers = [answer('s1', { value: true }), answer('s2'), answer('a', { value: 5 })];
    expect(nextQuestion(content, answers)?.question.id).toBe('c');
    expect(ids(wholePath(content, answers).steps)).toEqual(['s1', 's2', 'a', 'c']);
  });

  test('changes with an earlier answer, and the answer that is no longer on it is left out', () => {
    const answers = [answer('s1', { value: true }), answer('s2'), answer('b'), answer('a', { value: 5 })];
    expect(ids(wholePath(content, answers).steps)).not.toContain('b');
    const changed = answers.map((one) => (one.question_id === 'a' ? answer('a', { value: 2 }) : one));
    expect(ids(wholePath(content, changed).steps)).toEqual(['s1', 's2', 'a', 'b']);
    expect(walkPath(content, changed).next).toBeNull();
  });

  test('the path of a participant has no next question at its end, and is not screened out there', () => {
    const answers = [answer('s1', { value: true }), answer('s2'), answer('a', { value: 1 }), answer('b')];
    expect(walkPath(content, answers)).toMatchObject({ next: null, screened_out: false });
    expect(walkPath(content, [])).toMatchObject({ steps: [], screened_out: false });
    expect(nextQuestion({ screener: null, questions: [] }, [])).toBeNull();
  });

  test.each([
    ['no answer', [], false],
    ['an answer to one of two questions', [answer('s1', { value: true })], false],
    ['an answer that is screened out', [answer('s1', { value: false }), answer('s2')], false],
    ['answers to all its questions', [answer('s1', { value: true }), answer('s2')], true],
    [
      'answers to all questions of the test',
      [answer('s1', { value: true }), answer('s2'), answer('a', { value: 1 }), answer('b')],
      true,
    ],
  ])('passes the screener with %s: %#', (_, answers, isPassed) => {
    expect(hasPassedScreener(content, answers)).toBe(isPassed);
    const require = () => requirePassedScreener(content, answers);
    if (isPassed) expect(require).not.toThrow();
    else
      expect(require).toThrow(
        expect.objectContaining({ details: [{ field: 'link', message: 'Answer the screener first.' }] }),
      );
  });

  test('passes the screener of a test without one', () => {
    expect(hasPassedScreener({ ...content, screener: null }, [])).toBe(true);
  });

  test('finds a question of the screener and of the test by its id', () => {
    expect(findStep(content, 's2')).toMatchObject({ question: { id: 's2' }, in_screener: true });
    expect(findStep(content, 'b')).toMatchObject({ question: { id: 'b' }, in_screener: false });
    expect(findStep({ ...content, screener: null }, 's2')).toBeUndefined();
    expect(findStep(content, 'unknown')).toBeUndefined();
  });

  test('ignores answers to follow-up questions', () => {
    expect(nextQuestion(content, [answer('s1', { turn: 1, value: false })])?.question.id).toBe('s1');
  });
});

test.each([
  ['survey', true],
  ['ai_survey', true],
  ['interview', false],
] as const)('the page of the participant asks the questions of a test of type %s: %s', (type, expected) => {
  expect(isAnsweredOnPage({ type: type as Parameters<typeof isAnsweredOnPage>[0]['type'] })).toBe(expected);
});

describe('a condition', () => {
  const cases: [Partial<Rule>, Partial<PathAnswer>, boolean][] = [
    [{ operator: 'always' }, { skipped: true }, true],
    [{ operator: 'answered' }, {}, true],
    [{ operator: 'answered' }, { skipped: true }, false],
    [{ operator: 'skipped' }, { skipped: true }, true],
    [{ operator: 'skipped' }, {}, false],
    [{ operator: 'any_of', option_ids: ['x', 'y'] }, { option_ids: ['y'] }, true],
    [{ operator: 'any_of', option_ids: ['x'] }, { option_ids: ['y'] }, false],
    [{ operator: 'none_of', option_ids: ['x'] }, { option_ids: ['y'] }, true],
    [{ operator: 'none_of', option_ids: ['y'] }, { option_ids: ['x', 'y'] }, false],
    [{ operator: 'none_of', option_ids: ['x'] }, { skipped: true }, false],
    [{ operator: 'equals', value: 3 }, { value: 3 }, true],
    [{ operator: 'equals', value: false }, { value: false }, true],
    [{ operator: 'equals', value: false }, { value: null, skipped: true }, false],
    [{ operator: 'at_least', value: 3 }, { value: 3 }, true],
    [{ operator: 'at_least', value: 3 }, { value: 2 }, false],
    [{ operator: 'at_most', value: 3 }, { value: 3 }, true],
    [{ operator: 'at_most', value: 3 }, { value: '2' }, false],
    [{ operator: 'skipped' }, { skipped: false, value: 3 }, false],
    [{ operator: 'at_most', value: 3 }, { value: null, skipped: true }, false],
  ];
  test.each(cases)('%j on %j: %s', (condition, given, expected) => {
    const first = question('a', { logic: [rule({ ...condition, action: 'end' })] });
    const content = { screener: null, questions: [first, question('b')] };
    const target = following(content, { question: first, in_screener: false }, answer('a', given));
    expect(target === null).toBe(expected);
  });
});

describe('for every test and every set of answers', () => {
  const anyRule = (names: string[]) =>
    fc.record({
      operator: fc.constantFrom(
        'always',
        'answered',
        'skipped',
        'any_of',
        'none_of',
        'equals',
        'at_least',
        'at_most',
      ),
      option_ids: fc.subarray(['x', 'y', 'z']),
      value: fc.oneof(fc.integer({ min: 0, max: 10 }), fc.boolean(), fc.constant(null)),
      action: fc.constantFrom('go_to', 'end', 'screen_out'),
      // Validation refuses rules that lead backwards. A path must end even with them.
      question_id: fc.constantFrom(...names, 'unknown'),
    }) as fc.Arbitrary<Rule>;
  const anyQuestions = (prefix: string) =>
    fc.integer({ min: 0, max: 12 }).chain((length) => {
      const names = Array.from({ length }, (_, i) => `${prefix}${i}`);
      return fc.tuple(
        ...names.map((name) =>
          fc.array(anyRule(names), { maxLength: 3 }).map((logic) => question(name, { logic })),
        ),
      );
    });
  const anyContent = fc.record({
    screener: fc.option(anyQuestions('s').map((questions) => ({ questions: questions as Question[] }))),
    questions: anyQuestions('q') as fc.Arbitrary<Question[]>,
  });
  const anyAnswers = fc.array(
    fc.record({
      question_id: fc
        .tuple(fc.constantFrom('s', 'q'), fc.integer({ min: 0, max: 12 }))
        .map(([p, i]) => `${p}${i}`),
      turn: fc.constantFrom(0, 0, 1),
      value: fc.oneof(fc.integer({ min: 0, max: 10 }), fc.boolean(), fc.string(), fc.constant(null)),
      option_ids: fc.subarray(['x', 'y', 'z']),
      skipped: fc.boolean(),
    }),
  );

  test('the path ends, only goes forward and asks nothing twice', () => {
    fc.assert(
      fc.property(anyContent, anyAnswers, (content, answers) => {
        const order = [...(content.screener?.questions ?? []), ...content.questions].map(({ id }) => id);
        for (const { steps } of [walkPath(content, answers), wholePath(content, answers)]) {
          const places = ids(steps).map((id) => order.indexOf(id));
          expect(places).toEqual([...new Set(places)].sort((a, b) => a - b));
        }
      }),
    );
  });

  test('answering every next question reaches the end, and what was answered stays on the path', () => {
    fc.assert(
      fc.property(anyContent, anyAnswers, (content, pool) => {
        const answers: PathAnswer[] = [];
        for (let next = nextQuestion(content, answers); next; next = nextQuestion(content, answers)) {
          const given = pool[answers.length] ?? answer('');
          answers.push({ ...given, question_id: next.question.id, turn: 0 });
          expect(ids(walkPath(content, answers).steps)).toEqual(
            answers.map(({ question_id }) => question_id),
          );
        }
        expect(wholePath(content, answers)).toEqual(walkPath(content, answers));
      }),
    );
  });
});
