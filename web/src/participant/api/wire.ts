/** What /p/v1 returns. The interface is internal, so it is not in openapi.json and has no generated types. */

export type TestState =
  | 'ready'
  | 'in_progress'
  | 'completed'
  | 'screened_out'
  | 'declined'
  | 'withdrawn'
  | 'revoked'
  | 'expired'
  | 'paused'
  | 'closed'
  | 'deadline_passed'
  | 'full';

export type QuestionType =
  | 'open'
  | 'single_choice'
  | 'multi_choice'
  | 'rating'
  | 'nps'
  | 'ranking'
  | 'yes_no'
  | 'statement'
  | 'task';

export interface Question {
  id: string;
  type: QuestionType;
  text: string;
  required: boolean;
  options: { id: string; text: string }[];
  scale: { min: number; max: number; min_label: string | null; max_label: string | null } | null;
  media_url: string | null;
  /** Such as `image/png`. */
  media_type: string | null;
  in_screener: boolean;
  /** Counts from 1; null for the screener and for statements. */
  number: number | null;
}

export interface Answer {
  question_id: string;
  turn: number;
  /** A string if the participant wrote a text. */
  value: number | boolean | string | string[] | null;
  option_ids: string[];
  skipped: boolean;
}

export interface AnswerBody {
  /** 0 or nothing for the question itself, then the number of the follow-up question. */
  turn?: number;
  value?: number | boolean | null;
  text?: string;
  option_ids?: string[];
  skipped?: boolean;
  duration_seconds?: number;
  pasted?: boolean;
}

export interface Progress {
  answered: number;
  total: number;
}

/** `total` counts every page, `question_count` only what the participant counts as a question. */
export interface SurveyProgress extends Progress {
  question_count: number;
}

export interface ResponseState {
  id: string;
  status: 'in_progress' | 'completed' | 'screened_out' | 'abandoned';
  consented: boolean;
  question: Question | null;
  answers: Answer[];
  progress: SurveyProgress;
  can_go_back: boolean;
}

export interface TestView {
  title: string;
  description: string | null;
  estimated_minutes: number | null;
  incentive: { amount: number; currency: string; kind: string | null } | null;
  deadline: string | null;
  deadline_ends_at: string | null;
  type: 'survey' | 'ai_survey' | 'ai_interview' | 'live_interview';
  consent: { text: string; version: number; recording: boolean } | null;
  researcher: string;
  question_count: number;
  redirect_url: string | null;
  moderator: { mode: 'ai' | 'human'; max_minutes: number };
}

export interface Visit {
  state: TestState;
  test: TestView;
  response: ResponseState | null;
  session: { id: string } | null;
  invitation: { id: string; name: string | null } | null;
  /** Without a mail server, participants keep their link themselves. */
  sends_mail: boolean;
  /** Whether the address of the participant is known. */
  has_email: boolean;
}

export interface StoredQuestion {
  question: Question;
  answer: Answer | null;
  previous_question_id: string | null;
}

export interface FollowUp {
  /** Null if the moderator does not ask further. */
  question: string | null;
  /** What the participant answered to it before. */
  answer: Answer | null;
}

export interface SavedAnswer {
  answer: Answer;
  next: Question | null;
  /** The answer that is saved for `next`, if the participant went back before. */
  next_answer: Answer | null;
  status: ResponseState['status'];
  progress: SurveyProgress;
}
