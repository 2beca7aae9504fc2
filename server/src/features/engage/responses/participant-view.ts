import { signedUrlMinutes } from '../../../foundation/limits.ts';
import type { Db } from '../../../platform/database/index.ts';
import type { Storage } from '../../../platform/storage/storage.ts';
import { findFileById } from '../../sources/files/index.ts';
import type { VersionContent } from '../tests/index.ts';
import type { SavedAnswer } from './answers.ts';
import type { LinkContext } from './link-state.ts';
import { isAnsweredOnPage, type PathAnswer, type Step, walkPath, wholePath } from './path.ts';
import type { ResponseRow } from './store.ts';

export interface ViewDeps {
  storage: Storage;
}

/** The questions that the participant's page asks itself. In an interview the moderator asks all but the screener. */
export const askedOnPage = (content: VersionContent): VersionContent =>
  isAnsweredOnPage(content) ? content : { ...content, questions: [] };

interface Taken {
  content: VersionContent;
  answers: PathAnswer[];
}

/** What participants count as questions. The screener comes before the study, and a statement asks nothing. */
const isCounted = ({ question, in_screener }: Step) => !in_screener && question.type !== 'statement';

const countedPath = ({ content, answers }: Taken): Step[] =>
  wholePath(content, answers).steps.filter(isCounted);

/** A question without what participants must not see, such as its logic. */
export async function publicQuestion(
  { storage }: ViewDeps,
  db: Db,
  taken: Taken,
  step: Step | null,
  now: Date,
) {
  if (!step) return null;
  const index = countedPath(taken).findIndex(({ question }) => question.id === step.question.id);
  const { id, type, text, required, options, scale, media_file_id } = step.question;
  const file = media_file_id === null ? undefined : await findFileById(db, media_file_id);
  const media_url = file?.blob_key
    ? await storage.signUrl({
        key: file.blob_key,
        expiresAt: new Date(now.getTime() + signedUrlMinutes * 60_000),
        filename: file.name,
        contentType: file.content_type,
        disposition: file.inline ? 'inline' : 'attachment',
      })
    : null;
  const media_type = media_url === null ? null : (file?.content_type ?? null);
  const { in_screener } = step;
  const number = index < 0 ? null : index + 1;
  return { id, type, text, required, options, scale, media_url, media_type, in_screener, number };
}

type ShownAnswer = Omit<SavedAnswer, 'id' | 'duration_seconds'>;

export const pathAnswer = ({ question_id, turn, value, option_ids, skipped }: PathAnswer): PathAnswer => ({
  question_id,
  turn,
  value,
  option_ids,
  skipped,
});

export const publicAnswer = ({ question_id, turn, value, text, option_ids, skipped }: ShownAnswer) => ({
  question_id,
  turn,
  value,
  text,
  option_ids,
  skipped,
});

export function progressOf(content: VersionContent, answers: PathAnswer[]) {
  const { steps } = wholePath(content, answers);
  return {
    answered: walkPath(content, answers).steps.length,
    total: steps.length,
    question_count: steps.filter(isCounted).length,
  };
}

export async function ownResponse(
  deps: ViewDeps,
  db: Db,
  response: ResponseRow,
  content: VersionContent,
  answers: ShownAnswer[],
  now: Date,
) {
  const asked = askedOnPage(content);
  const { steps, next } = walkPath(asked, answers);
  const isOver = response.status === 'completed' || response.status === 'screened_out';
  return {
    id: response.id,
    status: response.status,
    consented: response.consent_version !== null,
    number_answered: answers.filter(({ skipped, turn }) => !skipped && turn === 0).length,
    question: isOver ? null : await publicQuestion(deps, db, { content: asked, answers }, next, now),
    answers: isOver ? [] : answers.map(publicAnswer),
    progress: progressOf(asked, answers),
    can_go_back: !isOver && steps.length > 0,
  };
}

export function participantTest({ test, state, timezone, deadline_ends_at }: LinkContext) {
  const { content } = test;
  const { title, description, estimated_minutes, incentive, deadline } = content.post_details;
  return {
    title: title ?? content.name,
    description,
    estimated_minutes,
    incentive,
    deadline,
    deadline_ends_at,
    timezone,
    type: content.type,
    consent: content.consent,
    researcher: test.workspace_name,
    question_count: content.questions.filter(({ type }) => type !== 'statement').length,
    has_screener: (content.screener?.questions.length ?? 0) > 0,
    redirect_url: state === 'completed' ? content.redirect_url : null,
    moderator: { mode: content.moderator.mode, max_minutes: content.moderator.max_minutes },
    scheduling: content.scheduling && {
      timezone: content.scheduling.timezone,
      duration_minutes: content.scheduling.duration_minutes,
    },
  };
}
