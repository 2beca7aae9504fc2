import { type Question, traits } from './question.ts';
import { type DecidingAnswer, ruleApplies } from './rule-applies.ts';

/** Which questions participants can reach, whatever they answer. */
export interface Reach {
  /** Indexes of questions that some participant is asked. */
  questions: Set<number>;
  /** Whether some participant reaches the end without being screened out. */
  end: boolean;
}

/** Rules lead only to later questions, so one pass from the first to the last question finds everything. */
export function findReach(questions: Question[]): Reach {
  const reached = new Set(questions.length > 0 ? [0] : []);
  let end = questions.length === 0;
  questions.forEach((question, index) => {
    if (!reached.has(index)) return;
    for (const answer of possibleAnswers(question)) {
      const rule = question.logic.find((candidate) => ruleApplies(candidate, answer));
      if (rule?.action === 'screen_out') continue;
      const target =
        rule?.action === 'end'
          ? questions.length
          : rule
            ? questions.findIndex(({ id }) => id === rule.question_id)
            : index + 1;
      if (target >= questions.length) end = true;
      else if (target > index) reached.add(target);
    }
  });
  return { questions: reached, end };
}

const answered = (value: unknown, option_ids: string[] = []): DecidingAnswer => ({
  value,
  option_ids,
  skipped: false,
});
const skipped: DecidingAnswer = { value: null, option_ids: [], skipped: true };

/** Answers that together make every rule apply that can apply at all. */
function possibleAnswers(question: Question): DecidingAnswer[] {
  if (!traits[question.type].answered) return [skipped];
  return question.required ? givenAnswers(question) : [...givenAnswers(question), skipped];
}

function givenAnswers({ type, options, scale, logic }: Question): DecidingAnswer[] {
  if (type === 'yes_no') return [answered(true), answered(false)];
  if (scale)
    return Array.from({ length: scale.max - scale.min + 1 }, (_, step) => answered(scale.min + step));
  const ids = options.map(({ id }) => id);
  if (type === 'single_choice') return ids.map((id) => answered(null, [id]));
  if (type === 'multi_choice') return choicesThatMatter(ids, logic).map((chosen) => answered(null, chosen));
  return [answered('an answer', ids)];
}

/**
 * Of all combinations of options only a few matter. A rule is passed over by an answer without its `any_of`, or with one of
 * its `none_of`. So the largest combination without the options of the rules passed over so far reaches every later rule that
 * any combination reaches.
 */
function choicesThatMatter(ids: string[], logic: Question['logic']): string[][] {
  let allowed = ids;
  const choices = [allowed];
  for (const { operator, option_ids } of logic) {
    const others = allowed.filter((id) => !option_ids.includes(id));
    if (operator === 'none_of' || operator === 'any_of') choices.push(others);
    if (operator === 'any_of') allowed = others;
  }
  return choices.filter((chosen) => chosen.length > 0);
}
