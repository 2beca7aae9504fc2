import { isDeepStrictEqual } from 'node:util';
import { type ErrorDetail, invalid, notFound } from '../../../foundation/errors.ts';
import { newId } from '../../../foundation/ids.ts';
import { errorDetailsMax } from '../../../foundation/limits.ts';
import type { Caller } from '../../../http/route.ts';
import { type Db, type Sql, sql } from '../../../platform/database/index.ts';
import {
  findReferenceFaults,
  getProjectForWrite,
  lockProject,
  type Need,
  requireAccess,
} from '../../projects/index.ts';
import { fileRecords } from '../../sources/files/index.ts';
import type { QuestionInput } from './question-schema.ts';
import { readQuestions } from './read-questions.ts';
import type { NewTest, TestChange } from './schema.ts';
import { findTest, insertTest, removeTest, saveTest, type TestRow } from './store.ts';

export async function createTest(
  { db, principal, now }: Caller,
  projectId: string,
  input: NewTest,
): Promise<TestRow> {
  const { questions, faults } = readQuestions(input.questions ?? [], undefined, now.getTime());
  const test: TestRow = {
    id: newId('test', now.getTime()),
    project_id: projectId,
    name: input.name,
    type: input.type,
    status: 'draft',
    description: input.description ?? null,
    questions,
    response_count: 0,
    completed_count: 0,
    screened_out_count: 0,
    published_at: null,
    closed_at: null,
    metadata: input.metadata ?? {},
    created_by: principal.user_id,
    created_at: now,
    updated_at: now,
  };
  return db.transaction(async (tx) => {
    await getProjectForWrite(tx, principal, projectId);
    requireNoFaults([...faults, ...(await findMediaFaults(tx, projectId, input.questions ?? []))]);
    await insertTest(tx, test);
    return test;
  });
}

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

export async function changeTest(caller: Caller, testId: string, change: TestChange): Promise<TestRow> {
  const { now } = caller;
  return caller.db.transaction(async (tx) => {
    const inTx = { ...caller, db: tx };
    const faults: ErrorDetail[] = [];
    if (change.questions?.some((question) => question.media_file_id)) {
      // Locks files before the test, in the same order as the deletion of a file.
      const { project_id } = await getTest(inTx, testId, 'write');
      faults.push(...(await findMediaFaults(tx, project_id, change.questions)));
    }
    const before = await getTest(inTx, testId, 'write', sql`for no key update of t for key share of p`);
    const read = change.questions && readQuestions(change.questions, before.questions, now.getTime());
    requireNoFaults([...(read?.faults ?? []), ...faults]);
    const after = { ...before, ...change, questions: read?.questions ?? before.questions };
    // A change without effect must not appear in `updated_since`.
    if (isDeepStrictEqual(after, before)) return before;
    after.updated_at = now;
    await saveTest(tx, after);
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

function requireNoFaults(faults: ErrorDetail[]): void {
  if (faults.length > 0) throw invalid(faults.slice(0, errorDetailsMax));
}
