import type { Rule } from './question.ts';

/** The part of an answer that decides what comes next. */
export interface DecidingAnswer {
  value: unknown;
  option_ids: string[];
  skipped: boolean;
}

/** Whether the condition of a rule holds. Conditions on an answer are false if the question was skipped. */
export function ruleApplies({ operator, option_ids, value }: Rule, answer: DecidingAnswer): boolean {
  if (operator === 'always') return true;
  if (operator === 'skipped' || answer.skipped) return operator === 'skipped' && answer.skipped;
  const chosen = () => answer.option_ids.some((id) => option_ids.includes(id));
  const number = typeof answer.value === 'number' ? answer.value : Number.NaN;
  if (operator === 'answered') return true;
  if (operator === 'any_of') return chosen();
  if (operator === 'none_of') return !chosen();
  if (operator === 'equals') return answer.value === value;
  return operator === 'at_least' ? number >= Number(value) : number <= Number(value);
}
