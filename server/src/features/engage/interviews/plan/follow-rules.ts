import { following } from '../../responses/index.ts';
import type { Question } from '../../tests/index.ts';

/** What the rules of a question look at. */
interface RuleAnswer {
  skipped: boolean;
  value: number | boolean | null;
  option_ids: string[];
}

const skippedAnswer: RuleAnswer = { skipped: true, value: null, option_ids: [] };

/** The index of the question after the one at `index`, by the same rules as in a survey; `questions.length` is the end. */
export function indexAfter(questions: Question[], index: number, answer: RuleAnswer = skippedAnswer): number {
  const question = questions[index];
  if (!question) return questions.length;
  const next = following({ questions, screener: null }, { question, in_screener: false }, answer);
  return next === null || next === 'screened_out' ? questions.length : questions.indexOf(next.question);
}
