import type { ErrorDetail } from '../../../foundation/errors.ts';
import { type Operator, type Question, type Rule, traits } from './question.ts';
import type { RuleInput } from './question-schema.ts';

/** What the names in a request stand for. */
export interface Names {
  /** The id of a question, and its place in the order, by the id or name that was given. */
  questions: Map<string, { id: string; place: number }>;
  /** The ids of the question's own options, likewise. */
  options: Map<string, string>;
}

type Asked = Pick<Question, 'type' | 'options' | 'scale'>;

const byOptions: Operator[] = ['any_of', 'none_of'];
const byValue: Operator[] = ['equals', 'at_least', 'at_most'];

/** The rules of a question with real ids in them, and what is wrong with them. */
export function readRules(
  given: RuleInput[],
  question: Asked,
  place: number,
  names: Names,
): { rules: Rule[]; faults: ErrorDetail[] } {
  const faults: ErrorDetail[] = [];
  const rules = given.map((rule, i) => {
    const fault = (field: string, message: string) =>
      void faults.push({ field: `questions.${place}.logic.${i}.${field}`, message });
    const allowed = traits[question.type].operators;
    if (!allowed.includes(rule.operator)) {
      fault(
        'operator',
        `must be one of these for a question of type ${question.type}: ${allowed.join(', ')}.`,
      );
    } else {
      checkValue(rule, question, fault);
    }
    return {
      operator: rule.operator,
      option_ids: readOptionIds(rule, question, names, fault),
      value: rule.value ?? null,
      action: rule.action,
      question_id: readTarget(rule, place, names, fault),
    };
  });
  return { rules, faults };
}

type Fault = (field: string, message: string) => void;

function checkValue({ operator, value = null }: RuleInput, { type, scale }: Asked, fault: Fault): void {
  if (!byValue.includes(operator)) {
    if (value !== null) fault('value', `has no place in a rule with ${operator}.`);
  } else if (type === 'yes_no') {
    if (typeof value !== 'boolean') fault('value', 'must be true or false.');
  } else if (
    scale &&
    !(Number.isInteger(value) && scale.min <= Number(value) && Number(value) <= scale.max)
  ) {
    fault('value', `must be a whole number of the scale, from ${scale.min} to ${scale.max}.`);
  }
}

function readOptionIds(
  { operator, option_ids = [] }: RuleInput,
  question: Asked,
  names: Names,
  fault: Fault,
): string[] {
  if (byOptions.includes(operator) && option_ids.length === 0) fault('option_ids', 'must name an option.');
  if (!byOptions.includes(operator) && option_ids.length > 0) {
    fault('option_ids', `has no place in a rule with ${operator}.`);
    return [];
  }
  return option_ids.map((given, i) => {
    const id = names.options.get(given) ?? given;
    if (!question.options.some((option) => option.id === id))
      fault(`option_ids.${i}`, 'is not an option of this question.');
    return id;
  });
}

/** Forward only: whoever answers comes to an end. */
function readTarget(
  { action, question_id = null }: RuleInput,
  place: number,
  names: Names,
  fault: Fault,
): string | null {
  if (action === 'end') {
    if (question_id !== null) fault('question_id', 'has no place in a rule that ends the test.');
    return null;
  }
  const target = question_id === null ? undefined : names.questions.get(question_id);
  if (question_id === null) fault('question_id', 'is required to go to a question.');
  else if (!target) fault('question_id', 'is not a question of this test.');
  else if (target.place <= place) fault('question_id', 'must be a question that comes later.');
  return target?.id ?? null;
}
