import { isDeepStrictEqual } from 'node:util';
import { type ErrorDetail, notFound } from '../../../foundation/errors.ts';
import { newId } from '../../../foundation/ids.ts';
import type { Caller } from '../../../http/route.ts';
import { type Db, type Sql, sql } from '../../../platform/database/index.ts';
import {
  findReferenceFaults,
  getProjectForAddition,
  lockProject,
  type Need,
  requireAccess,
} from '../../projects/index.ts';
import { fileRecords } from '../../sources/files/index.ts';
import { findChangeFaults } from './change-faults.ts';
import { contentOf } from './content.ts';
import { requireNoFaults } from './faults.ts';
import type { QuestionInput } from './question-schema.ts';
import { noEngageFields, readEngage } from './read-engage.ts';
import { readQuestions } from './read-questions.ts';
import type { NewTest, TestChange } from './schema.ts';
import {
  findTest,
  insertTest,
  lockForChange,
  removeTest,
  saveTest,
  type TestRow,
  type TestWithAccess,
} from './store.ts';
import { insertVersion } from './versions.ts';

export async function createTest(
  { db, principal, now }: Caller,
  projectId: string,
  input: NewTest,
): Promise<TestRow> {
  const { questions, faults } = readQuestions(input.questions ?? [], undefined, now.getTime());
  const engage = readEngage(input, {
    before: noEngageFields,
    type: input.type,
    published: false,
    timezone: principal.timezone,
    nowMs: now.getTime(),
  });
  const test: TestRow = {
    ...newDraft(projectId, principal.user_id, now),
    name: input.name,
    type: input.type,
    description: input.description ?? null,
    questions,
    ...engage.fields,
    metadata: input.metadata ?? {},
  };
  return db.transaction(async (tx) => {
    await getProjectForAddition(tx, principal, projectId);
    const media = await findMediaFaults(tx, projectId, input.questions ?? []);
    requireNoFaults([...faults, ...engage.faults, ...media]);
    await insertTest(tx, test);
    return test;
  });
}

/** The fields of a new test that do not depend on its content. */
export const newDraft = (projectId: string, userId: string, now: Date) => ({
  id: newId('test', now.getTime()),
  project_id: projectId,
  status: 'draft' as const,
  version: 0,
  response_count: 0,
  completed_count: 0,
  screened_out_count: 0,
  invitation_count: 0,
  session_count: 0,
  median_duration_seconds: null,
  share_link: null,
  published_at: null,
  closed_at: null,
  created_by: userId,
  created_at: now,
  updated_at: now,
});

export async function getTest(
  { db, principal }: Caller,
  testId: string,
  need: Need = 'read',
  lock: Sql = sql``,
) {
  const test = await findTest(db, principal, testId, lock);
  if (!test) throw notFound('Test');
  requireAccess(test, principal, need);
  return test;
}

/**
 * Locks a test in the caller's transaction. It is read again after the lock: the statement that waited for the lock sees the
 * new row of the test, but the share link and the responses as they were before it waited.
 */
export async function getTestLocked(inTx: Caller, testId: string): Promise<TestWithAccess> {
  await getTest(inTx, testId, 'write', lockForChange);
  return getTest(inTx, testId, 'write');
}

export async function changeTest(caller: Caller, testId: string, change: TestChange): Promise<TestRow> {
  const { now, principal } = caller;
  return caller.db.transaction(async (tx) => {
    const inTx = { ...caller, db: tx };
    const faults: ErrorDetail[] = [];
    if (change.questions?.some((question) => question.media_file_id)) {
      // Locks files before the test, in the same order as the deletion of a file.
      const { project_id } = await getTest(inTx, testId, 'write');
      faults.push(...(await findMediaFaults(tx, project_id, change.questions)));
    }
    const before = await getTestLocked(inTx, testId);
    const questions = readQuestions(change.questions ?? [], before.questions, now.getTime());
    const engage = readEngage(change, {
      before,
      type: change.type ?? before.type,
      published: before.version > 0,
      timezone: principal.timezone,
      nowMs: now.getTime(),
    });
    const after: TestWithAccess = {
      ...before,
      name: change.name ?? before.name,
      type: change.type ?? before.type,
      description: change.description === undefined ? before.description : change.description,
      metadata: change.metadata ?? before.metadata,
      questions: change.questions ? questions.questions : before.questions,
      ...engage.fields,
    };
    requireNoFaults([...(change.questions ? questions.faults : []), ...engage.faults, ...faults]);
    // A change without effect must not appear in `updated_since`.
    const stored = { ...before, post_details: contentOf(before).post_details };
    if (isDeepStrictEqual(after, stored)) return before;
    requireNoFaults(findChangeFaults(before, after, now));
    after.updated_at = now;
    const isNewVersion = before.version > 0 && !isDeepStrictEqual(contentOf(after), contentOf(before));
    if (isNewVersion) after.version += 1;
    await saveTest(tx, after);
    if (isNewVersion) await insertVersion(tx, after, principal.user_id, now);
    return after;
  });
}

export async function deleteTest(caller: Caller, testId: string): Promise<void> {
  await caller.db.transaction(async (tx) => {
    const inTx = { ...caller, db: tx };
    await lockProject(tx, (await getTest(inTx, testId, 'write')).project_id);
    await getTest(inTx, testId, 'write', sql`for update of t`);
    await removeTest(tx, testId);
  });
}

const findMediaFaults = (tx: Db, projectId: string, questions: QuestionInput[]) =>
  findReferenceFaults(
    tx,
    projectId,
    questions.map(({ media_file_id: id }, i) => ({
      field: `questions.${i}.media_file_id`,
      records: fileRecords,
      id,
    })),
  );
