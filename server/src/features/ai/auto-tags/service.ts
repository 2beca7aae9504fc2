import { invalid, invalidField } from '../../../foundation/errors.ts';
import type { Caller } from '../../../http/route.ts';
import type { Db } from '../../../platform/database/index.ts';
import { listCandidates } from '../../evidence/index.ts';
import { createJob, type JobQueue, type JobRow } from '../../jobs/index.ts';
import { getProjectForWrite, requireReferences } from '../../projects/index.ts';
import { fileRecords, getFileForWrite } from '../../sources/files/index.ts';
import { countTags, tagRecords } from '../../tags/index.ts';
import type { AutoTagFile, AutoTagProject } from './schema.ts';

/** The stored input of a job: the request with its defaults filled in. */
export interface AutoTagInput extends Required<Omit<AutoTagProject, 'file_ids' | 'tag_ids'>> {
  file_ids?: string[];
  tag_ids?: string[];
}

/** `POST /v1/projects/{id}/auto-tag`. */
export async function requestForProject(
  jobs: JobQueue,
  caller: Caller,
  projectId: string,
  input: AutoTagProject,
): Promise<JobRow> {
  return caller.db.transaction(async (tx) => {
    await getProjectForWrite(tx, caller.principal, projectId);
    return queueJob(jobs, tx, caller, { project_id: projectId }, input);
  });
}

/** `POST /v1/files/{id}/auto-tag`. */
export async function requestForFile(
  jobs: JobQueue,
  caller: Caller,
  fileId: string,
  input: AutoTagFile,
): Promise<JobRow> {
  return caller.db.transaction(async (tx) => {
    const { project_id } = await getFileForWrite(tx, caller.principal, fileId);
    return queueJob(jobs, tx, caller, { project_id, file_id: fileId }, { ...input, file_ids: [fileId] });
  });
}

async function queueJob(
  jobs: JobQueue,
  tx: Db,
  { principal, now }: Caller,
  subject: { project_id: string; file_id?: string },
  request: AutoTagProject,
): Promise<JobRow> {
  const input: AutoTagInput = {
    ...request,
    allow_new_tags: request.allow_new_tags ?? true,
    max_new_tags: request.max_new_tags ?? 20,
    mode: request.mode ?? 'apply',
    min_confidence: request.min_confidence ?? 0.5,
  };
  await requireReferences(tx, subject.project_id, [
    ...(input.file_ids ?? []).map((id, i) => ({ field: `file_ids.${i}`, records: fileRecords, id })),
    ...(input.tag_ids ?? []).map((id, i) => ({ field: `tag_ids.${i}`, records: tagRecords, id })),
  ]);
  await requireSourceMaterial(tx, subject, input);
  const createsTags = input.allow_new_tags && input.max_new_tags > 0;
  if (!createsTags && !input.tag_ids && (await countTags(tx, subject.project_id)) === 0)
    throw invalidField('allow_new_tags', 'This project has no tags: create one, or allow new tags.');
  return createJob(
    jobs,
    tx,
    {
      type: 'auto_tag',
      workspace_id: principal.workspace_id,
      plan: principal.plan,
      ...subject,
      input: { ...input },
      credit: { name: 'ai_jobs', amount: 1 },
      created_by: principal.user_id,
    },
    now,
  );
}

/** 422 when there is nothing to read (spec §6.4). */
async function requireSourceMaterial(
  tx: Db,
  { project_id, file_id }: { project_id: string; file_id?: string },
  { file_ids }: AutoTagInput,
): Promise<void> {
  const candidates = await listCandidates(tx, { project_id, file_ids });
  if (candidates.some(({ readable }) => readable)) return;
  if (file_id) throw invalidField('file_id', 'This file has no transcript yet: there is nothing to read.');
  if (!file_ids)
    throw invalidField('file_ids', 'There is nothing to read: no file of this project has a transcript.');
  throw invalid(
    file_ids.map((_, i) => ({
      field: `file_ids.${i}`,
      message: 'has no transcript yet: there is nothing to read.',
    })),
  );
}
