import type { ErrorDetail } from '../../../foundation/errors.ts';
import { type IdKind, isId, newId } from '../../../foundation/ids.ts';
import { optionsMin, questionsBytesMax } from './limits.ts';
import { readRules } from './logic.ts';
import { type Option, type Question, type QuestionType, type Scale, traits } from './question.ts';
import type { QuestionInput } from './question-schema.ts';

export interface ReadQuestions {
  /** Valid only if there are no faults. */
  questions: Question[];
  faults: ErrorDetail[];
}

/**
 * Validates the questions of a request. `before` are the questions of the existing test: a question with such an id keeps
 * the id and all omitted fields. For a new test, `before` is undefined and every id is only a name within the request.
 */
export function readQuestions(
  given: QuestionInput[],
  before: Question[] | undefined,
  nowMs: number,
): ReadQuestions {
  const faults: ErrorDetail[] = [];
  const request: RequestContext = { nowMs, faults };
  const known = before && new Map(before.map((question) => [question.id, question]));
  const ids = assignIds(request, 'question', given, { known, at: 'questions' });
  const questionIndexes = new Map(
    given.flatMap(({ id }, index) => (id === undefined ? [] : [[id, { id: ids[index] as string, index }]])),
  );
  const questions = given.flatMap((input, index): Question[] => {
    const fault = (field: string, message: string) =>
      void faults.push({ field: `questions.${index}.${field}`, message });
    const id = ids[index] as string;
    const old = known?.get(id);
    const type = input.type ?? old?.type;
    const text = input.text ?? old?.text;
    if (type === undefined) fault('type', 'is required.');
    if (text === undefined) fault('text', 'is required.');
    if (type === undefined || text === undefined) return [];

    const at = `questions.${index}.options`;
    const { options, optionNames } = readOptions(request, input, { old, type, at });
    const scale = readScale(input, old, type, fault);
    const { answered } = traits[type];
    if (!answered && input.required) fault('required', `is not allowed for a ${type}, which has no answer.`);
    if (!answered && (input.follow_up ?? 'none') !== 'none')
      fault('follow_up', `is not allowed for a ${type}, which has no answer.`);
    const logic = readRules(input.logic ?? old?.logic ?? [], { type, options, scale }, index, {
      questions: questionIndexes,
      options: optionNames,
    });
    faults.push(...logic.faults);
    return [
      {
        id,
        type,
        text,
        required: answered && (input.required ?? old?.required ?? false),
        options,
        scale,
        follow_up: answered ? (input.follow_up ?? old?.follow_up ?? 'none') : 'none',
        media_file_id: input.media_file_id === undefined ? (old?.media_file_id ?? null) : input.media_file_id,
        logic: logic.rules,
      },
    ];
  });
  if (Buffer.byteLength(JSON.stringify(questions)) > questionsBytesMax)
    faults.push({ field: 'questions', message: `must not exceed ${questionsBytesMax} bytes together.` });
  return { questions, faults };
}

interface RequestContext {
  nowMs: number;
  /** The functions below add to it. */
  faults: ErrorDetail[];
}

/**
 * Returns the id of each item: the given id if it is known, otherwise a new one. An unknown value that looks like an id is
 * an error; other values are names within the request. `at` is the field of the list.
 */
function assignIds(
  { nowMs, faults }: RequestContext,
  kind: IdKind,
  items: { id?: string }[],
  { known, at }: { known: { has(id: string): boolean } | undefined; at: string },
): string[] {
  const seen = new Set<string>();
  return items.map(({ id }, i) => {
    if (id === undefined) return newId(kind, nowMs);
    const field = `${at}.${i}.id`;
    if (seen.has(id)) faults.push({ field, message: 'is given twice.' });
    seen.add(id);
    if (known?.has(id)) return id;
    if (known && isId(kind, id)) {
      const owner = kind === 'question' ? 'test' : 'question';
      faults.push({ field, message: `is not a ${kind} of this ${owner}.` });
    }
    return newId(kind, nowMs);
  });
}

function readOptions(
  request: RequestContext,
  input: QuestionInput,
  { old, type, at }: { old: Question | undefined; type: QuestionType; at: string },
): { options: Option[]; optionNames: Map<string, string> } {
  const { faults } = request;
  const optionNames = new Map<string, string>();
  if (!traits[type].options) {
    if (input.options?.length)
      faults.push({ field: at, message: `is not allowed for a question of type ${type}.` });
    return { options: [], optionNames };
  }
  if (!input.options && old && traits[old.type].options) return { options: old.options, optionNames };
  const items = (input.options ?? []).map((option) =>
    typeof option === 'string' ? { text: option } : option,
  );
  if (items.length < optionsMin)
    faults.push({ field: at, message: `must have at least ${optionsMin} for a question of type ${type}.` });
  const known = old && new Set(old.options.map(({ id }) => id));
  const ids = assignIds(request, 'option', items, { known, at });
  const options = items.map(({ text, ...item }, i) => {
    const id = ids[i] as string;
    if ('id' in item && item.id !== undefined) optionNames.set(item.id, id);
    return { id, text };
  });
  const texts = options.map(({ text }) => text.normalize('NFKC').toLowerCase().trim());
  texts.forEach((text, i) => {
    if (texts.indexOf(text) < i) {
      const field = typeof input.options?.[i] === 'string' ? `${at}.${i}` : `${at}.${i}.text`;
      faults.push({ field, message: 'has the same text as another option.' });
    }
  });
  return { options, optionNames };
}

function readScale(
  { scale: given }: QuestionInput,
  old: Question | undefined,
  type: QuestionType,
  fault: (field: string, message: string) => void,
): Scale | null {
  const { scale: defaultScale, scaleIsConfigurable } = traits[type];
  if (!defaultScale) {
    if (given) fault('scale', `is not allowed for a question of type ${type}.`);
    return null;
  }
  if (given === undefined && old?.type === type) return old.scale;
  if (!given) return defaultScale;
  if (!scaleIsConfigurable && (given.min !== defaultScale.min || given.max !== defaultScale.max))
    fault('scale', `must be ${defaultScale.min} to ${defaultScale.max} for a question of type ${type}.`);
  return { ...defaultScale, ...given };
}
