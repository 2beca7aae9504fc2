import { type ErrorDetail, invalid } from '../../../foundation/errors.ts';
import type { Question } from '../tests/index.ts';

/** An answer as the participant's page sends it. */
export interface AnswerInput {
  value?: string | number | boolean | null;
  text?: string | null;
  option_ids?: string[];
  skipped?: boolean;
}

/** An answer as it is stored. `text` is readable without the question; `value` is for programs. */
export interface ReadAnswer {
  value: string | number | boolean | string[] | null;
  text: string | null;
  option_ids: string[];
  skipped: boolean;
}

const nothing: ReadAnswer = { value: null, text: null, option_ids: [], skipped: false };

/** Validates an answer by the type of its question. Throws `validation_failed` with one row for each fault. */
export function readAnswer(question: Question, input: AnswerInput): ReadAnswer {
  const faults: ErrorDetail[] = [];
  const fault = (field: string, message: string) => void faults.push({ field, message });
  const answer = input.skipped
    ? readSkipped(question, input, fault)
    : readers[question.type](question, input, fault);
  if (faults.length > 0) throw invalid(faults);
  return answer;
}

type Fault = (field: string, message: string) => void;
type Reader = (question: Question, input: AnswerInput, fault: Fault) => ReadAnswer;

function readSkipped(question: Question, input: AnswerInput, fault: Fault): ReadAnswer {
  if (question.required) fault('skipped', 'is not allowed: this question is required.');
  refuse(['value', 'text', 'option_ids'], input, fault, 'is not allowed together with skipped.');
  return { ...nothing, skipped: true };
}

const isGiven = (given: unknown) =>
  given !== undefined && given !== null && !(Array.isArray(given) && given.length === 0);

function refuse(
  fields: ('value' | 'text' | 'option_ids')[],
  input: AnswerInput,
  fault: Fault,
  message: string,
): void {
  for (const field of fields) if (isGiven(input[field])) fault(field, message);
}

const notForThisType = 'is not allowed for a question of this type.';

const readOpen: Reader = (_question, input, fault) => {
  refuse(['option_ids'], input, fault, notForThisType);
  const given = input.text ?? input.value ?? '';
  if (typeof given !== 'string') fault('value', 'must be a text.');
  else if (given.trim() === '') fault('text', 'must not be empty.');
  return { ...nothing, value: given as string, text: String(given) };
};

/** A task is done with or without a comment. */
const readTask: Reader = (_question, input, fault) => {
  refuse(['option_ids'], input, fault, notForThisType);
  const given = input.text ?? input.value ?? null;
  if (given !== null && typeof given !== 'string') fault('value', 'must be a text.');
  const text = typeof given === 'string' && given.trim() !== '' ? given : null;
  return { ...nothing, value: text, text };
};

function readOptions({ options }: Question, input: AnswerInput, fault: Fault) {
  refuse(['value', 'text'], input, fault, 'is not allowed: send option_ids.');
  const ids = input.option_ids ?? [];
  const chosen = ids.flatMap((id, i) => {
    const option = options.find((candidate) => candidate.id === id);
    if (!option) fault(`option_ids.${i}`, 'is not an option of this question.');
    else if (ids.indexOf(id) < i) fault(`option_ids.${i}`, 'is given twice.');
    return option ?? [];
  });
  return { option_ids: ids, texts: chosen.map(({ text }) => text) };
}

const readSingleChoice: Reader = (question, input, fault) => {
  const { option_ids, texts } = readOptions(question, input, fault);
  if (option_ids.length !== 1) fault('option_ids', 'must contain exactly one option.');
  return { ...nothing, option_ids, value: texts[0] ?? null, text: texts[0] ?? null };
};

const readMultiChoice: Reader = (question, input, fault) => {
  const { option_ids, texts } = readOptions(question, input, fault);
  if (option_ids.length === 0) fault('option_ids', 'must contain at least one option.');
  return { ...nothing, option_ids, value: texts, text: texts.join(', ') };
};

const readRanking: Reader = (question, input, fault) => {
  const { option_ids, texts } = readOptions(question, input, fault);
  if (option_ids.length !== question.options.length)
    fault('option_ids', `must contain all ${question.options.length} options, the first choice first.`);
  return { ...nothing, option_ids, value: texts, text: texts.join(', ') };
};

const readNumber: Reader = ({ scale }, input, fault) => {
  refuse(['text', 'option_ids'], input, fault, 'is not allowed: send value.');
  const { value } = input;
  const { min, max } = scale ?? { min: 0, max: 10 };
  if (typeof value !== 'number' || !Number.isInteger(value) || value < min || value > max)
    fault('value', `must be a whole number from ${min} to ${max}.`);
  return { ...nothing, value: Number(value), text: String(value) };
};

const readYesNo: Reader = (_question, input, fault) => {
  refuse(['text', 'option_ids'], input, fault, 'is not allowed: send value.');
  if (typeof input.value !== 'boolean') fault('value', 'must be true or false.');
  return { ...nothing, value: input.value === true, text: input.value === true ? 'Yes' : 'No' };
};

/** A statement has no answer. Its row says that the participant has seen it. */
const readStatement: Reader = (_question, input, fault) => {
  refuse(['value', 'text', 'option_ids'], input, fault, notForThisType);
  return nothing;
};

const readers: Record<Question['type'], Reader> = {
  open: readOpen,
  single_choice: readSingleChoice,
  multi_choice: readMultiChoice,
  rating: readNumber,
  nps: readNumber,
  ranking: readRanking,
  yes_no: readYesNo,
  statement: readStatement,
  task: readTask,
};
