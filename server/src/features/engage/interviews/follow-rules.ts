import { type Question, ruleApplies } from '../tests/index.ts';

/** What the rules of a question look at. */
export interface RuleAnswer {
  skipped: boolean;
  value: number | boolean | null;
  option_ids: string[];
}

const skippedAnswer: RuleAnswer = { skipped: true, value: null, option_ids: [] };

/** The index of the question after the one at `index`; `questions.length` is the end. */
export function indexAfter(questions: Question[], index: number, answer: RuleAnswer = skippedAnswer): number {
  const rule = questions[index]?.logic.find((candidate) => ruleApplies(candidate, answer));
  if (!rule) return index + 1;
  if (rule.action !== 'go_to') return questions.length;
  const target = questions.findIndex(({ id }) => id === rule.question_id);
  // Rules lead only to later questions. A target that is missing must not send the interview backwards.
  return target > index ? target : index + 1;
}
