import type { Question } from './question.ts';

export const testTypes = ['survey', 'ai_survey', 'ai_interview', 'live_interview'] as const; // spec §7.1
export type TestType = (typeof testTypes)[number];
export const testStatuses = ['draft', 'live', 'paused', 'closed'] as const; // spec §7.1
export type TestStatus = (typeof testStatuses)[number];

/** How the test is announced to participants. */
export interface PostDetails {
  title: string | null;
  description: string | null;
  estimated_minutes: number | null;
  incentive: Incentive | null;
  target_participants: number | null;
  /** `YYYY-MM-DD`, to the end of that day in the participant's timezone. */
  deadline: string | null;
}

export interface Incentive {
  amount: number;
  currency: string;
  kind: string | null;
}

/** Questions before the test. A rule with the action `screen_out` ends the response; who reaches the end qualifies. */
export interface Screener {
  questions: Question[];
}

export interface Consent {
  text: string;
  /** Increases when participants are asked to agree to something else. */
  version: number;
  recording: boolean;
}

export const moderatorModes = ['ai', 'human'] as const;

export interface Moderator {
  mode: (typeof moderatorModes)[number];
  instructions: string | null;
  /** The most follow-up questions after one answer. */
  follow_up_depth: number;
  max_minutes: number;
}

/** When live interviews can be booked. */
export interface Scheduling {
  timezone: string;
  duration_minutes: number;
  slots: Slot[];
}

export interface Slot {
  /** Instants in UTC. Without an end the slot is as long as one interview. */
  start_at: string;
  end_at: string | null;
}

/** What participants see. Publishing freezes it in a version (ADR 25). */
export interface VersionContent {
  name: string;
  type: TestType;
  questions: Question[];
  screener: Screener | null;
  consent: Consent | null;
  post_details: PostDetails;
  moderator: Moderator;
  scheduling: Scheduling | null;
  redirect_url: string | null;
}

export const noPostDetails: PostDetails = {
  title: null,
  description: null,
  estimated_minutes: null,
  incentive: null,
  target_participants: null,
  deadline: null,
};

export const defaultModerator = (type: TestType): Moderator => ({
  mode: type === 'live_interview' ? 'human' : 'ai',
  instructions: null,
  follow_up_depth: 1,
  max_minutes: 30,
});

/** The columns of a test that are its content. */
export type ContentColumns = Omit<VersionContent, 'post_details' | 'moderator'> & {
  post_details: Partial<PostDetails>;
  moderator: Moderator | null;
};

/** The content of a test as it is now. Fields that were never set have their defaults. */
export const contentOf = (test: ContentColumns): VersionContent => ({
  name: test.name,
  type: test.type,
  questions: test.questions,
  screener: test.screener,
  consent: test.consent,
  post_details: { ...noPostDetails, ...test.post_details },
  moderator: test.moderator ?? defaultModerator(test.type),
  scheduling: test.scheduling,
  redirect_url: test.redirect_url,
});
