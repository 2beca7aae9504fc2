import type { Question, Rule } from '../tests/index.ts';

/** What the rules of a question look at. */
export interface RuleAnswer {
  skipped: boolean;
  value: number | boolean | null;
  option_ids: string[];
}

const skippedAnswer: RuleAnswer = { skipped: true, value: null, option_ids: [] };

const conditions: Record<Rule['operator'], (rule: Rule, answer: RuleAnswer) => boolean> = {
  always: () => true,
  answered: (_, { skipped }) => !skipped,
  skipped: (_, { skipped }) => skipped,
  any_of: (rule, { option_ids }) => option_ids.some((id) => rule.option_ids.includes(id)),
  none_of: (rule, { skipped, option_ids }) =>
    !skipped && !option_ids.some((id) => rule.option_ids.includes(id)),
  equals: (rule, { value }) => value !== null && value === rule.value,
  at_least: (rule, { value }) => typeof value === 'number' && value >= Number(rule.value),
  at_most: (rule, { value }) => typeof value === 'number' && value <= Number(rule.value),
};

/** The index of the question after the one at `index`; `questions.length` is the end. */
export function indexAfter(questions: Question[], index: number, answer: RuleAnswer = skippedAnswer): number {
  const rule = questions[index]?.logic.find((candidate) => conditions[candidate.operator](candidate, answer));
  if (!rule) return index + 1;
  if (rule.action !== 'go_to') return questions.length;
  const target = questions.findIndex(({ id }) => id === rule.question_id);
  // Rules lead only to later questions. A target that is missing must not send the interview backwards.
  return target > index ? target : index + 1;
}
