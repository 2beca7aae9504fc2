import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Question, Rule } from '../../tests/index.ts';
import { coverageOf } from './coverage.ts';
import { indexAfter } from './follow-rules.ts';
import { nextStep } from './plan.ts';
import { type Guide, type Reading, readingKinds, type Step, type Turn } from './step.ts';

const question = (id: string, more: Partial<Question> = {}): Question => ({
  id,
  type: 'open',
  text: `What about ${id}?`,
  required: true,
  options: [],
  scale: null,
  follow_up: 'deep',
  media_file_id: null,
  logic: [],
  ...more,
});
const reading = (kind: Reading['kind'], more: Partial<Reading> = {}): Reading => ({
  kind,
  value: null,
  option_ids: [],
  ...more,
});

/** Holds an interview in which the participant replies with these readings, then with full answers. */
function interview(guide: Guide, replies: Reading[], secondsPerReply = 10): { steps: Step[]; turns: Turn[] } {
  const turns: Turn[] = [];
  const steps: Step[] = [];
  const left = [...replies];
  let elapsed = 0;
  for (let round = 0; round < 2_000; round++) {
    const step = nextStep(guide, turns, elapsed);
    steps.push(step);
    turns.push({ role: 'moderator', step });
    if (step.kind === 'close') return { steps, turns };
    if (step.kind === 'statement') continue;
    turns.push({ role: 'participant', reading: left.shift() ?? reading('full') });
    elapsed += secondsPerReply;
  }
  throw new Error('the interview did not end');
}
const names = (steps: Step[]) =>
  steps.map((step) =>
    'question_id' in step
      ? `${step.kind} ${step.question_id}${step.kind === 'probe' ? ` ${step.style}` : ''}`
      : `${step.kind} ${step.reason}`,
  );
const guideOf = (questions: Question[], follow_up_depth = 3, max_minutes = 60): Guide => ({
  questions,
  moderator: { follow_up_depth, max_minutes },
});
const run = (guide: Guide, kinds: Reading['kind'][], seconds?: number) =>
  names(
    interview(
      guide,
      kinds.map((kind) => reading(kind)),
      seconds,
    ).steps,
  );

describe('the plan of an interview', () => {
  test('asks each question and probes to the depth of the question and of the test', () => {
    const questions = [
      question('a', { follow_up: 'none' }),
      question('b', { follow_up: 'light' }),
      question('c', { follow_up: 'deep' }),
    ];
    expect(run(guideOf(questions), [])).toEqual([
      'ask a',
      'ask b',
      'probe b deepen',
      'ask c',
      ...Array(3).fill('probe c deepen'),
      'close done',
    ]);
    expect(run(guideOf(questions, 0), [])).toEqual(['ask a', 'ask b', 'ask c', 'close done']);
    expect(run(guideOf(questions, 2), []).filter((name) => name.startsWith('probe c'))).toHaveLength(2);
  });

  test.each([
    ['short answers get one open probe', ['short', 'short'], ['ask a', 'probe a open', 'ask b']],
    ['“I don’t know” gets one easier question', ['unknown', 'unknown'], ['ask a', 'probe a open', 'ask b']],
    ['a refusal is not probed', ['refused'], ['ask a', 'ask b']],
    [
      'two refusals lead to an offer to stop',
      ['refused', 'refused'],
      ['ask a', 'ask b', 'offer_to_stop refusal'],
    ],
    ['an upset participant is not probed', ['upset', 'short'], ['ask a', 'offer_to_stop upset', 'ask b']],
    [
      'a participant who wants to stop is not held',
      ['full', 'stop'],
      ['ask a', 'probe a deepen', 'close stopped'],
    ],
    [
      'a question of the participant repeats the question, twice at most',
      ['question', 'question', 'question'],
      ['ask a', 'ask a', 'ask a', 'ask b'],
    ],
    [
      'a question of the participant repeats the probe',
      ['full', 'question', 'full'],
      ['ask a', 'probe a deepen', 'probe a deepen', 'probe a deepen'],
    ],
    [
      'a question of the participant repeats the offer to stop once',
      ['upset', 'question', 'question'],
      ['ask a', 'offer_to_stop upset', 'offer_to_stop upset', 'close stopped'],
    ],
    ['the offer to stop is accepted', ['upset', 'stop'], ['ask a', 'offer_to_stop upset', 'close stopped']],
  ] as [string, Reading['kind'][], string[]][])('%s', (_, kinds, expected) => {
    const steps = run(guideOf([question('a'), question('b'), question('c')]), kinds);
    expect(steps.slice(0, expected.length)).toEqual(expected);
  });

  test('five “I don’t know” in a row lead to an offer to stop, and after “go on” only the next question', () => {
    const questions = 'abcdefgh'.split('').map((id) => question(id));
    const steps = run(guideOf(questions), [...Array(5).fill('unknown'), 'short', 'unknown']);
    expect(steps.slice(0, 7)).toEqual([
      'ask a',
      'probe a open',
      'ask b',
      'ask c',
      'ask d',
      'offer_to_stop unknown',
      'ask e',
    ]);
  });

  test('a closed question is explained once, then probed for the reason', () => {
    const rating = question('r', {
      type: 'rating',
      scale: { min: 1, max: 5, min_label: null, max_label: null },
    });
    const guide = guideOf([rating, question('b')], 1);
    const { steps } = interview(guide, [reading('unreadable'), reading('full', { value: 2 })]);
    expect(names(steps).slice(0, 3)).toEqual(['ask r', 'clarify r', 'probe r reason']);
    expect(run(guide, ['unreadable', 'unreadable']).slice(0, 3)).toEqual(['ask r', 'clarify r', 'ask b']);
  });

  test('the plan of an interview does not probe and passes over optional questions when the time is short', () => {
    const questions = [question('a'), question('b', { required: false }), question('c')];
    // Five minutes, and the participant takes two minutes for each answer.
    expect(run(guideOf(questions, 3, 5), [], 120)).toEqual(['ask a', 'ask c', 'close done']);
    expect(run(guideOf(questions, 3, 5), [], 301)).toEqual(['ask a', 'close time']);
  });

  test('statements are shown without waiting, and rules decide what comes next', () => {
    const jump: Rule = {
      operator: 'at_most',
      option_ids: [],
      value: 2,
      action: 'go_to',
      question_id: 'd',
    };
    const questions = [
      question('a', { type: 'statement', required: false, follow_up: 'none' }),
      question('b', { type: 'rating', follow_up: 'none', logic: [jump] }),
      question('c', { follow_up: 'none' }),
      question('d', { follow_up: 'none' }),
    ];
    const { steps, turns } = interview(guideOf(questions), [reading('full', { value: 1 })]);
    expect(names(steps)).toEqual(['statement a', 'ask b', 'ask d', 'close done']);
    expect(coverageOf(guideOf(questions), turns)).toEqual([
      { question_id: 'b', status: 'covered' },
      { question_id: 'd', status: 'covered' },
    ]);
  });

  test('coverage says what was covered, partly covered and missed', () => {
    const guide = guideOf('abcde'.split('').map((id) => question(id, { follow_up: 'none' })));
    const { turns } = interview(
      guide,
      (['full', 'short', 'unknown', 'stop'] as const).map((kind) => reading(kind)),
    );
    expect(coverageOf(guide, turns).map(({ status }) => status)).toEqual([
      'covered',
      'partial',
      'missed',
      'missed',
      'missed',
    ]);
  });
});

const arbitraryGuide = fc
  .record({
    count: fc.integer({ min: 1, max: 12 }),
    depth: fc.integer({ min: 0, max: 3 }),
    minutes: fc.integer({ min: 5, max: 120 }),
    seeds: fc.array(fc.record({ r: fc.nat(), f: fc.nat(), t: fc.nat(), j: fc.nat(), o: fc.nat() }), {
      minLength: 12,
      maxLength: 12,
    }),
  })
  .map(({ count, depth, minutes, seeds }): Guide => {
    const questions = seeds.slice(0, count).map(({ r, f, t, j, o }, i) => {
      const type = (['open', 'rating', 'statement', 'task', 'yes_no'] as const)[t % 5] ?? 'open';
      const later = i + 1 + (j % Math.max(1, count - i - 1));
      const operator =
        type === 'statement'
          ? 'always'
          : ((['always', 'answered', 'skipped', 'equals'] as const)[o % 4] ?? 'always');
      const hasRule = j % 3 === 0 && later < count;
      return question(`q${i}`, {
        type,
        required: type !== 'statement' && r % 2 === 0,
        follow_up: type === 'statement' ? 'none' : ((['none', 'light', 'deep'] as const)[f % 3] ?? 'none'),
        logic: hasRule
          ? [{ operator, option_ids: [], value: 1, action: 'go_to', question_id: `q${later}` }]
          : [],
      });
    });
    return guideOf(questions, depth, minutes);
  });
const arbitraryReplies = fc.array(
  fc.record({
    kind: fc.constantFrom(...readingKinds),
    value: fc.constantFrom(null, 1, 3, true),
    option_ids: fc.constant([] as string[]),
  }),
  { maxLength: 60 },
);

describe('in every interview', () => {
  test('each question is asked at most once, probes stay within the depth, and it ends', () => {
    fc.assert(
      fc.property(
        arbitraryGuide,
        arbitraryReplies,
        fc.integer({ min: 1, max: 400 }),
        (guide, replies, seconds) => {
          const { steps } = interview(guide, replies, seconds);
          for (const { id, follow_up } of guide.questions) {
            const about = steps.filter((step) => 'question_id' in step && step.question_id === id);
            const isRepeated = (step: Step) => 'repeated' in step && step.repeated === true;
            const own = about.filter((step) => !isRepeated(step));
            expect(about.length - own.length).toBeLessThanOrEqual(2);
            const count = (kind: Step['kind']) => own.filter((step) => step.kind === kind).length;
            const depth = Math.min(
              { none: 0, light: 1, deep: 3 }[follow_up],
              guide.moderator.follow_up_depth,
            );
            expect(count('ask') + count('statement')).toBeLessThanOrEqual(1);
            expect(count('probe')).toBeLessThanOrEqual(depth);
            expect(count('clarify')).toBeLessThanOrEqual(1);
          }
          expect(steps.filter(({ kind }) => kind === 'offer_to_stop').length).toBeLessThanOrEqual(2);
        },
      ),
      { numRuns: 500 },
    );
  });

  test('nothing is asked after the time of the test', () => {
    fc.assert(
      fc.property(
        arbitraryGuide,
        arbitraryReplies,
        fc.integer({ min: 1, max: 400 }),
        (guide, replies, seconds) => {
          const { steps } = interview(guide, replies, seconds);
          const asked = steps.filter(({ kind }) => kind !== 'statement' && kind !== 'close').length;
          // The last question was asked after all but one reply.
          expect((asked - 1) * seconds).toBeLessThan(guide.moderator.max_minutes * 60);
        },
      ),
      { numRuns: 500 },
    );
  });

  test('every required question on the path is asked if the time suffices and the participant goes on', () => {
    const willing = arbitraryReplies.map((replies) =>
      replies.filter(({ kind }) => kind !== 'stop' && kind !== 'question'),
    );
    fc.assert(
      fc.property(arbitraryGuide, willing, (guide, replies) => {
        const { steps, turns } = interview(
          { ...guide, moderator: { ...guide.moderator, max_minutes: 120 } },
          replies,
          1,
        );
        const shown = steps.flatMap((step) =>
          step.kind === 'ask' || step.kind === 'statement' ? [step.question_id] : [],
        );
        expect(shown).toEqual(pathOf(guide, turns));
        expect(steps.at(-1)).toEqual({ kind: 'close', reason: 'done' });
      }),
      { numRuns: 500 },
    );
  });
});

/** The path by the rules alone, from the last direct answer to each question. */
function pathOf({ questions }: Guide, turns: Turn[]): string[] {
  const answers = new Map<string, Reading>();
  turns.forEach((turn, i) => {
    const before = turns[i - 1];
    if (turn.role !== 'participant' || before?.role !== 'moderator') return;
    const { step } = before;
    if (step.kind === 'ask' || step.kind === 'clarify') answers.set(step.question_id, turn.reading);
  });
  const path: string[] = [];
  for (let at = 0; at < questions.length; ) {
    const { id } = questions[at] as Question;
    path.push(id);
    const answer = answers.get(id);
    at = indexAfter(questions, at, { skipped: !answer, value: answer?.value ?? null, option_ids: [] });
  }
  return path;
}
