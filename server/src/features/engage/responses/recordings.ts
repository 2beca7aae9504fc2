import { invalidField, notFound } from '../../../foundation/errors.ts';
import { newId } from '../../../foundation/ids.ts';
import { type Db, sql } from '../../../platform/database/index.ts';
import type { RateLimiter } from '../../../platform/rate-limiter/index.ts';
import { lockProject } from '../../projects/index.ts';
import type { Recordings } from '../../sources/files/index.ts';
import { mayRecord } from '../participants/index.ts';
import { getVersionContent } from '../tests/index.ts';
import { limitOpened, requireRoomForUninvited } from './limit-recordings.ts';
import { requireOpen } from './link-state.ts';
import { findStep } from './path.ts';
import type { ParticipantCaller } from './start.ts';
import { findOwnResponse, type ResponseRow } from './store.ts';

/** More than a participant needs who starts a task again a few times. */
const recordingsMax = 20;

export interface RecordingDeps {
  recordings: Recordings;
  limiter: RateLimiter;
}

interface NewTaskRecording {
  question_id: string;
  content_type: string;
}

/** Opens the recording of a task. The browser appends to it while it records. */
export async function openTaskRecording(
  { recordings, limiter }: RecordingDeps,
  { db, principal, now, address }: ParticipantCaller & { address: string },
  input: NewTaskRecording,
): Promise<{ file_id: string; upload_url: string }> {
  return db.transaction(async (tx) => {
    await lockProject(tx, principal.project_id);
    const { response } = await requireOpen(tx, principal, now);
    if (!response) throw invalidField('link', 'Start the response first.');
    const content = await getVersionContent(tx, response.test_id, response.test_version);
    const step = findStep(content, input.question_id);
    if (!step) throw invalidField('question_id', 'is not a question of this test.');
    if (step.question.type !== 'task')
      throw invalidField('question_id', 'must be a task: only tasks are recorded.');
    if (!mayRecord(content.consent, response.consent_version))
      throw invalidField(
        'question_id',
        'cannot be recorded: the consent of this test does not include recordings.',
      );
    if ((await countRecordings(tx, response.id)) >= recordingsMax)
      throw invalidField(
        'question_id',
        `must not have more than ${recordingsMax} recordings in one response.`,
      );
    if (response.invitation_id === null) {
      await limitOpened(limiter, response.test_id, address);
      await requireRoomForUninvited(tx, response, 1, now);
    }
    const opened = await recordings.open(
      tx,
      {
        workspace_id: principal.workspace_id,
        project_id: response.project_id,
        name: `Response ${response.number}, ${step.question.text}`.slice(0, 200).toWellFormed(),
        content_type: input.content_type,
        source: 'response',
        response_id: response.id,
        transcribe: {},
        created_by: null,
      },
      now,
    );
    await tx.query(sql`
      insert into response_recordings (file_id, response_id, question_id, created_at)
      values (${opened.file_id}, ${response.id}, ${input.question_id}, ${now})`);
    return opened;
  });
}

/** Ends a recording and links it to the answer. Can be repeated, even after the submission. */
export async function completeTaskRecording(
  recordings: Recordings,
  { db, principal, now }: ParticipantCaller,
  fileId: string,
): Promise<{ file_id: string; stored: boolean }> {
  const response = principal.revoked_at ? undefined : await findOwnResponse(db, principal);
  const found = response && (await findRecording(db, response.id, fileId));
  if (!response || !found) throw notFound('Recording');
  // Outside of a transaction: it waits for bytes that are still arriving.
  const stored = await recordings.seal(fileId);
  if (stored) await linkToAnswer(db, response, found, now);
  return { file_id: fileId, stored };
}

/** Ends what the browser left open, for example because the tab was closed. */
export async function completeOpenRecordings(
  recordings: Recordings,
  db: Db,
  response: ResponseRow,
  now: Date,
): Promise<void> {
  const open = await db.query<TaskRecording>(sql`
    select k.file_id, k.question_id from response_recordings k join files f on f.id = k.file_id
     where k.response_id = ${response.id} and f.status = 'uploading'`);
  for (const recording of open)
    if (await recordings.seal(recording.file_id)) await linkToAnswer(db, response, recording, now);
}

interface TaskRecording {
  file_id: string;
  question_id: string;
}

async function countRecordings(tx: Db, responseId: string): Promise<number> {
  const [row] = await tx.query<{ n: number }>(sql`
    select count(*)::integer as n from response_recordings where response_id = ${responseId}`);
  return row?.n ?? 0;
}

async function findRecording(db: Db, responseId: string, fileId: string): Promise<TaskRecording | undefined> {
  const [row] = await db.query<TaskRecording>(sql`
    select file_id, question_id from response_recordings
     where file_id = ${fileId} and response_id = ${responseId}`);
  return row;
}

/** A recorded task is done. While the response is in progress, its answer is created if there is none yet. */
async function linkToAnswer(
  db: Db,
  { id, test_id, test_version }: ResponseRow,
  { file_id, question_id }: TaskRecording,
  now: Date,
): Promise<void> {
  const step = findStep(await getVersionContent(db, test_id, test_version), question_id);
  if (!step) return;
  const { question, in_screener } = step;
  const linked = await db.query(sql`
    update answers set file_id = ${file_id}, updated_at = ${now}
     where response_id = ${id} and question_id = ${question_id} and turn = 0 returning 1`);
  if (linked.length > 0) return markChanged(db, id, now);
  await db.query(sql`
    insert into answers (id, response_id, question_id, turn, in_screener, question, type, file_id, created_at, updated_at)
    select ${newId('answer', now.getTime())}, r.id, ${question_id}, 0, ${in_screener}::boolean, ${question.text},
        ${question.type}, ${file_id}, ${now}, ${now}
      from responses r where r.id = ${id} and r.status = 'in_progress' for key share of r
    on conflict (response_id, question_id, turn) do update set file_id = excluded.file_id`);
}

/** A recording may be complete only after the submission. From then on `updated_at` does not follow the answers by itself. */
async function markChanged(db: Db, responseId: string, now: Date): Promise<void> {
  await db.query(sql`
    update responses set updated_at = ${now}
     where id = ${responseId} and status <> 'in_progress' and updated_at < ${now}`);
}
