import { isDeepStrictEqual } from 'node:util';
import type { ErrorDetail } from '../../../foundation/errors.ts';
import { lastInstant } from '../../../foundation/limits.ts';
import { isTimezone } from '../../../foundation/timezone.ts';
import {
  type Consent,
  defaultModerator,
  noPostDetails,
  type PostDetails,
  type Scheduling,
  type Screener,
  type Slot,
  type TestType,
} from './content.ts';
import type { EngageInput } from './engage-schema.ts';
import { readQuestions } from './read-questions.ts';
import type { TestRow } from './store.ts';

type EngageFields = Pick<
  TestRow,
  'post_details' | 'screener' | 'consent' | 'moderator' | 'scheduling' | 'redirect_url'
>;

/** The fields of a new test. A moderator that was never set follows the type of the test. */
export const noEngageFields: EngageFields = {
  post_details: noPostDetails,
  screener: null,
  consent: null,
  moderator: null,
  scheduling: null,
  redirect_url: null,
};

interface Reading {
  before: EngageFields;
  type: TestType;
  /** Whether participants may have seen the content before. */
  published: boolean;
  /** The timezone of the researcher. */
  timezone: string;
  nowMs: number;
}

/** Validates the fields that concern participants, and merges them into the fields of the existing test. */
export function readEngage(
  input: EngageInput,
  { before, type, published, timezone, nowMs }: Reading,
): { fields: EngageFields; faults: ErrorDetail[] } {
  const faults: ErrorDetail[] = [];
  if (input.postDetails?.deadline && input.postDetails.deadline > lastDeadline)
    faults.push({ field: 'postDetails.deadline', message: `must be ${lastDeadline} at the latest.` });
  return {
    fields: {
      post_details: { ...noPostDetails, ...before.post_details, ...readPostDetails(input.postDetails) },
      moderator: readModerator(input.moderator, before.moderator, type),
      redirect_url: input.redirect_url === undefined ? before.redirect_url : input.redirect_url,
      screener: readScreener(input.screener, before.screener, nowMs, faults),
      consent: readConsent(input.consent, before.consent, published),
      scheduling: readScheduling(input.scheduling, before.scheduling, timezone, faults),
    },
    faults,
  };
}

/** A moderator that was never set stays so if a client sends the default back, which it reads as the current value. */
function readModerator(
  given: EngageInput['moderator'],
  before: TestRow['moderator'],
  type: TestType,
): TestRow['moderator'] {
  if (!given) return before;
  const after = { ...(before ?? defaultModerator(type)), ...given };
  return before === null && isDeepStrictEqual(after, defaultModerator(type)) ? null : after;
}

function readScreener(
  given: EngageInput['screener'],
  before: Screener | null,
  nowMs: number,
  faults: ErrorDetail[],
) {
  if (given === undefined) return before;
  if (given === null) return null;
  const read = readQuestions(given.questions, before?.questions, nowMs);
  faults.push(...read.faults.map(({ field, message }) => ({ field: `screener.${field}`, message })));
  return { questions: read.questions };
}

/** Participants who agreed to one version did not agree to another text, so a changed text has another version. */
function readConsent(
  given: EngageInput['consent'],
  before: Consent | null,
  published: boolean,
): Consent | null {
  if (given === undefined) return before;
  if (given === null) return null;
  const text = given.text ?? before?.text ?? '';
  const recording = given.recording ?? before?.recording ?? false;
  if (!before) return { text, recording, version: 1 };
  const changed = text !== before.text || recording !== before.recording;
  return { text, recording, version: before.version + (changed && published ? 1 : 0) };
}

function readScheduling(
  given: EngageInput['scheduling'],
  before: Scheduling | null,
  defaultTimezone: string,
  faults: ErrorDetail[],
): Scheduling | null {
  if (given === undefined) return before;
  if (given === null) return null;
  const timezone = given.timezone ?? before?.timezone ?? defaultTimezone;
  const duration_minutes = given.duration_minutes ?? before?.duration_minutes ?? 30;
  if (!isTimezone(timezone))
    faults.push({ field: 'scheduling.timezone', message: 'Use a timezone such as Europe/Berlin.' });
  const slots = given.slots ? given.slots.map(readSlot) : (before?.slots ?? []);
  checkSlots(slots, duration_minutes, faults);
  return { timezone, duration_minutes, slots: slots.toSorted((a, b) => startOf(a) - startOf(b)) };
}

const readSlot = ({ start_at, end_at }: { start_at: string; end_at?: string | null }): Slot => ({
  start_at: new Date(start_at).toISOString(),
  end_at: end_at ? new Date(end_at).toISOString() : null,
});

const startOf = (slot: Slot) => Date.parse(slot.start_at);
const endOf = (slot: Slot, minutes: number) =>
  slot.end_at ? Date.parse(slot.end_at) : startOf(slot) + minutes * 60_000;

/** Its day ends before the year 10000 in every timezone. */
const lastDeadline = '9999-12-30';

/** Each slot has room for an interview, and no two overlap. */
function checkSlots(slots: Slot[], minutes: number, faults: ErrorDetail[]): void {
  const sorted = slots
    .map((slot, index) => ({ index, start: startOf(slot), end: endOf(slot, minutes) }))
    .sort((a, b) => a.start - b.start);
  sorted.forEach(({ index, start, end }, i) => {
    const fault = (field: string, message: string) =>
      void faults.push({ field: `scheduling.slots.${index}.${field}`, message });
    if (end - start < minutes * 60_000)
      fault('end_at', `must be at least ${minutes} minutes after start_at.`);
    if (end >= lastInstant.getTime()) fault('start_at', 'must be before 9999-12-31.');
    const previous = sorted[i - 1];
    if (previous && start < previous.end) fault('start_at', 'is within another slot.');
  });
}

/** An incentive is replaced as a whole. */
function readPostDetails(given: EngageInput['postDetails']): Partial<PostDetails> {
  if (!given) return {};
  const { incentive, ...details } = given;
  if (incentive === undefined) return details;
  return { ...details, incentive: incentive && { ...incentive, kind: incentive.kind ?? null } };
}
