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
/** In a screener, `end` means that the participant qualifies. */
export const screenerActions = [...actions, 'screen_out'] as const;

export const screenerTypes = [
  'open',
  'single_choice',
  'multi_choice',
  'rating',
  'nps',
  'yes_no',
] as const satisfies readonly QuestionType[];

/** Decides what comes after an answer. The first rule whose condition is true applies; if none is, the next question. */
export interface Rule {
  operator: Operator;
  option_ids: string[];
  value: number | boolean | null;
  /** `screen_out` only in a screener. */
  action: (typeof screenerActions)[number];
  question_id: string | null;
}

interface Traits {
  /** Whether participants choose among options. */
  options: boolean;
  /** The default scale; null if the answer is not a number. */
  scale: Scale | null;
  /** Whether the author can change the ends of the scale. The scale of NPS is fixed. */
  scaleIsConfigurable: boolean;
  /** Whether participants answer it, so that it can be required and have follow-ups. */
  answered: boolean;
  /** The operators that its rules can use. */
  operators: readonly Operator[];
}

const scaleOf = (min: number, max: number): Scale => ({ min, max, min_label: null, max_label: null });
const plain = {
  options: false,
  scale: null,
  scaleIsConfigurable: false,
  answered: true,
  operators: ['always', 'answered', 'skipped'],
} as const satisfies Traits;
const choice: Traits = { ...plain, options: true, operators: [...plain.operators, 'any_of', 'none_of'] };
const numeric = [...plain.operators, 'equals', 'at_least', 'at_most'] as const;

/** The differences between the types of questions. */
export const traits: Record<QuestionType, Traits> = {
  open: plain,
  single_choice: choice,
  multi_choice: choice,
  rating: { ...plain, scale: scaleOf(1, 5), scaleIsConfigurable: true, operators: numeric },
  nps: { ...plain, scale: scaleOf(0, 10), operators: numeric },
  ranking: { ...plain, options: true },
  yes_no: { ...plain, operators: [...plain.operators, 'equals'] },
  statement: { ...plain, answered: false, operators: ['always'] },
  task: plain,
};
