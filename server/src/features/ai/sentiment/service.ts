import { invalid, invalidField, notFound } from '../../../foundation/errors.ts';
import { Json } from '../../../foundation/json.ts';
import type { Researcher } from '../../../foundation/principal.ts';
import type { Caller } from '../../../http/route.ts';
import type { Db } from '../../../platform/database/index.ts';
import { listCandidates } from '../../evidence/index.ts';
import { createJob, type JobQueue, type JobRow } from '../../jobs/index.ts';
import {
  getProjectForRead,
  getProjectForWrite,
  requireAccess,
  requireReferences,
} from '../../projects/index.ts';
import { fileRecords, getFileForWrite } from '../../sources/files/index.ts';
import { type NewSentiment, toFileSentiment, toProjectSentiment } from './schema.ts';
import { countUnanalyzed, findFileSentiment, listFileSentiments, listMoments } from './store.ts';
import { combine } from './summarize.ts';

/** `POST /v1/projects/{id}/sentiment`. */
export async function requestProjectSentiment(
  jobs: JobQueue,
  { db, principal, now }: Caller,
  projectId: string,
  input: NewSentiment,
): Promise<JobRow> {
  return db.transaction(async (tx) => {
    await getProjectForWrite(tx, principal, projectId);
    await requireReferences(
      tx,
      projectId,
      (input.file_ids ?? []).map((id, i) => ({ field: `file_ids.${i}`, records: fileRecords, id })),
    );
    await requireTranscripts(tx, projectId, input.file_ids);
    return queueJob(jobs, tx, principal, { project_id: projectId, input: { ...input } }, now);
  });
}

/** `POST /v1/files/{id}/sentiment`. */
export async function requestFileSentiment(
  jobs: JobQueue,
  { db, principal, now }: Caller,
  fileId: string,
): Promise<JobRow> {
  return db.transaction(async (tx) => {
    const { project_id } = await getFileForWrite(tx, principal, fileId);
    const [candidate] = await listCandidates(tx, { project_id, file_ids: [fileId] });
    if (!candidate?.transcribed)
      throw invalidField('file_id', 'There is nothing to read: this file has no transcript.');
    return queueJob(jobs, tx, principal, { project_id, file_id: fileId, input: {} }, now);
  });
}

const queueJob = (
  jobs: JobQueue,
  tx: Db,
  principal: Researcher,
  job: { project_id: string; file_id?: string; input: Record<string, unknown> },
  now: Date,
): Promise<JobRow> =>
  createJob(
    jobs,
    tx,
    {
      type: 'sentiment',
      workspace_id: principal.workspace_id,
      plan: principal.plan,
      ...job,
      credit: { name: 'ai_jobs', amount: 1 },
      created_by: principal.user_id,
    },
    now,
  );

/** 422 when there is nothing to read (spec §6.4). */
async function requireTranscripts(tx: Db, projectId: string, fileIds: string[] | undefined): Promise<void> {
  const candidates = await listCandidates(tx, { project_id: projectId, file_ids: fileIds });
  if (candidates.some(({ transcribed }) => transcribed)) return;
  if (!fileIds)
    throw invalidField('file_ids', 'There is nothing to read: no file of this project has a transcript.');
  throw invalid(
    fileIds.map((_, i) => ({
      field: `file_ids.${i}`,
      message: 'has no transcript yet: there is nothing to read.',
    })),
  );
}

/** How many moments of each mood the sentiment of a project has. */
const projectMomentsMax = 10;

export async function getFileSentiment({ db, principal }: Caller, fileId: string): Promise<Json> {
  const row = await findFileSentiment(db, principal, fileId);
  if (!row) throw notFound('File');
  requireAccess(row, principal, 'read');
  if (row.file_id === null) throw notFound('Sentiment');
  const fields = JSON.stringify(toFileSentiment(row));
  return new Json(`${fields.slice(0, -1)},"segments":${row.segments}}`);
}

export async function getProjectSentiment({ db, principal }: Caller, projectId: string) {
  await getProjectForRead(db, principal, projectId);
  const [rows, unanalyzed, most_positive, most_negative] = await Promise.all([
    listFileSentiments(db, projectId),
    countUnanalyzed(db, projectId),
    listMoments(db, projectId, 'positive', projectMomentsMax),
    listMoments(db, projectId, 'negative', projectMomentsMax),
  ]);
  return toProjectSentiment(projectId, rows, combine(rows), unanalyzed, { most_positive, most_negative });
}
