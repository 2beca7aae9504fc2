/** A question (spec §7.2), as it is stored and returned. */
export interface Question {
  id: string;
  type: QuestionType;
  text: string;
  required: boolean;
  options: Option[];
  scale: Scale | null;
  follow_up: (typeof followUps)[number];
  media_file_id: string | null;
  logic: Rule[];
}

export const questionTypes = [
  'open',
  'single_choice',
  'multi_choice',
  'rating',
  'nps',
  'ranking',
  'yes_no',
  'statement',
  'task',
] as const;
export type QuestionType = (typeof questionTypes)[number];

export const followUps = ['none', 'light', 'deep'] as const;

export interface Option {
  id: string;
  text: string;
}

export interface Scale {
  min: number;
  max: number;
  min_label: string | null;
  max_label: string | null;
}

export const operators = [
  'always',
  'answered',
  'skipped',
  'any_of',
  'none_of',
  'equals',
  'at_least',
  'at_most',
] as const;
export type Operator = (typeof operators)[number];

export const actions = ['go_to', 'end'] as const;

/** Where a participant goes after answering; the first rule that holds decides, none means the next question. */
export interface Rule {
  operator: Operator;
  option_ids: string[];
  value: number | boolean | null;
  action: (typeof actions)[number];
  question_id: string | null;
}

interface Traits {
  /** It is a choice among options of its own. */
  options: boolean;
  /** The scale it has when none is given; null where an answer is no number. */
  scale: Scale | null;
  /** Whether the ends of the scale are its author's to set: those of NPS are what makes it NPS. */
  scaleIsOpen: boolean;
  /** Whether there is an answer at all, to be required or followed up. */
  answered: boolean;
  /** What its rules may ask of the answer. */
  operators: readonly Operator[];
}

const scaleOf = (min: number, max: number): Scale => ({ min, max, min_label: null, max_label: null });
const plain = {
  options: false,
  scale: null,
  scaleIsOpen: false,
  answered: true,
  operators: ['always', 'answered', 'skipped'],
} as const satisfies Traits;
const choice: Traits = { ...plain, options: true, operators: [...plain.operators, 'any_of', 'none_of'] };
const numeric = [...plain.operators, 'equals', 'at_least', 'at_most'] as const;

/** What each type of question has and asks: the one place where types differ. */
export const traits: Record<QuestionType, Traits> = {
  open: plain,
  single_choice: choice,
  multi_choice: choice,
  rating: { ...plain, scale: scaleOf(1, 5), scaleIsOpen: true, operators: numeric },
  nps: { ...plain, scale: scaleOf(0, 10), operators: numeric },
  ranking: { ...plain, options: true },
  yes_no: { ...plain, operators: [...plain.operators, 'equals'] },
  statement: { ...plain, answered: false, operators: ['always'] },
  task: plain,
};
