import type { ErrorDetail } from '../../../foundation/errors.ts';
import { type Operator, type Question, type Rule, traits } from './question.ts';
import type { RuleInput } from './question-schema.ts';

/** Resolves the ids and names in a request. */
export interface Names {
  /** Id and index of each question, by the id or name in the request. */
  questions: Map<string, { id: string; index: number }>;
  /** Ids of the options of this question, by the id or name in the request. */
  options: Map<string, string>;
}

type QuestionFields = Pick<Question, 'type' | 'options' | 'scale'>;

const byOptions: Operator[] = ['any_of', 'none_of'];
const byValue: Operator[] = ['equals', 'at_least', 'at_most'];

/** Returns the rules of a question with names replaced by ids, and the validation errors. */
export function readRules(
  given: RuleInput[],
  question: QuestionFields,
  index: number,
  names: Names,
): { rules: Rule[]; faults: ErrorDetail[] } {
  const faults: ErrorDetail[] = [];
  const rules = given.map((rule, ruleIndex) => {
    const fault = (field: string, message: string) =>
      void faults.push({ field: `questions.${index}.logic.${ruleIndex}.${field}`, message });
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
      question_id: readTarget(rule, index, names, fault),
    };
  });
  return { rules, faults };
}

type Fault = (field: string, message: string) => void;

function checkValue(
  { operator, value = null }: RuleInput,
  { type, scale }: QuestionFields,
  fault: Fault,
): void {
  if (!byValue.includes(operator)) {
    if (value !== null) fault('value', `is not allowed with the operator ${operator}.`);
  } else if (type === 'yes_no') {
    if (typeof value !== 'boolean') fault('value', 'must be true or false.');
  } else if (
    scale &&
    !(Number.isInteger(value) && scale.min <= Number(value) && Number(value) <= scale.max)
  ) {
    fault('value', `must be a whole number from ${scale.min} to ${scale.max}.`);
  }
}

function readOptionIds(
  { operator, option_ids = [] }: RuleInput,
  question: QuestionFields,
  names: Names,
  fault: Fault,
): string[] {
  if (byOptions.includes(operator) && option_ids.length === 0)
    fault('option_ids', 'must contain at least one option.');
  if (!byOptions.includes(operator) && option_ids.length > 0) {
    fault('option_ids', `is not allowed with the operator ${operator}.`);
    return [];
  }
  return option_ids.map((given, i) => {
    const id = names.options.get(given) ?? given;
    if (!question.options.some((option) => option.id === id))
      fault(`option_ids.${i}`, 'is not an option of this question.');
    return id;
  });
}

/** Rules lead only to later questions, so that every participant reaches the end. */
function readTarget(
  { action, question_id = null }: RuleInput,
  index: number,
  names: Names,
  fault: Fault,
): string | null {
  if (action !== 'go_to') {
    if (question_id !== null) fault('question_id', `is not allowed with the action ${action}.`);
    return null;
  }
  const target = question_id === null ? undefined : names.questions.get(question_id);
  if (question_id === null) fault('question_id', 'is required with the action go_to.');
  else if (!target) fault('question_id', 'is not a question of this test.');
  else if (target.index <= index) fault('question_id', 'must be a later question.');
  return target?.id ?? null;
}
