import { type ErrorDetail, invalid, notFound } from '../../../foundation/errors.ts';
import type { Caller } from '../../../http/route.ts';
import { type Db, sql } from '../../../platform/database/index.ts';
import { getProjectForWrite, requireAccess } from '../../projects/index.ts';
import { type FileRow, findFile, updateFile } from './store.ts';

/**
 * Moves a file with its transcript and clips to another project of the caller. A trigger moves the parts (ADR 263). Tags,
 * notes, cards and reports belong to their project, so a file that they refer to stays.
 */
export async function moveFile(
  { db, principal, now }: Caller,
  fileId: string,
  projectId: string,
): Promise<FileRow> {
  return db.transaction(async (tx) => {
    const found = await findFile(tx, principal, fileId);
    if (!found) throw notFound('File');
    requireAccess(found, principal, 'write');
    await getProjectForWrite(tx, principal, projectId);
    if (found.project_id === projectId) return found;
    await lockProjects(tx, [found.project_id, projectId]);
    // A transaction that writes a reference holds a share lock on the file: this waits for it. Later ones do not find the file.
    const file = await findFile(tx, principal, fileId, sql`for update of f`);
    if (file?.project_id !== found.project_id) throw notFound('File');
    const faults = [...findStateFaults(file), ...(await findReferenceFaults(tx, file))];
    if (faults.length > 0) throw invalid(faults);
    const change = { project_id: projectId, updated_at: now };
    await updateFile(tx, fileId, change);
    return { ...file, ...change };
  });
}

/** In the order of their ids, so that two moves in opposite directions do not wait for each other. */
const lockProjects = (tx: Db, ids: string[]) =>
  tx.query(sql`select 1 from projects where id = any(${ids}::text[]) order by id for no key update`);

const cannotMove = (message: string): ErrorDetail => ({ field: 'project_id', message });

function findStateFaults({ status, transcription_status, session_id, response_id }: FileRow): ErrorDetail[] {
  if (status === 'uploading' || status === 'processing')
    return [cannotMove(`This file is ${status}; only a ready or failed file can be moved.`)];
  if (['requested', 'queued', 'running'].includes(transcription_status))
    return [cannotMove('This file is being transcribed; it can be moved afterwards.')];
  if (session_id !== null || response_id !== null)
    return [cannotMove('This file belongs to a participant of its project.')];
  return [];
}

/** What in the project refers to the file, each kind with its name for one and for several. */
const referenceNames = {
  taggings: ['tag or highlight', 'tags or highlights'],
  notes: ['note', 'notes'],
  reels: ['reel', 'reels'],
  cards: ['card', 'cards'],
  reports: ['report', 'reports'],
  answers: ['chat answer', 'chat answers'],
  tests: ['test', 'tests'],
  jobs: ['running job', 'running jobs'],
} as const;

async function findReferenceFaults(tx: Db, { id, project_id }: FileRow): Promise<ErrorDetail[]> {
  const [counts] = await tx.query<Record<keyof typeof referenceNames, number>>(sql`select
    (select count(*)::integer from taggings where project_id = ${project_id} and file_id = ${id}) as taggings,
    (select count(*)::integer from notes where project_id = ${project_id} and file_id = ${id}) as notes,
    (select count(distinct reel_id)::integer from reel_parts where file_id = ${id}) as reels,
    (select count(*)::integer from cards where project_id = ${project_id}
        and evidence @> ${JSON.stringify([{ file_id: id }])}::jsonb) as cards,
    (select count(*)::integer from reports where project_id = ${project_id} and ${id} = any(file_ids)) as reports,
    (select count(*)::integer from chat_messages where project_id = ${project_id} and ${id} = any(file_ids)) as answers,
    (select count(*)::integer from tests where project_id = ${project_id}
        and questions @> ${JSON.stringify([{ media_file_id: id }])}::jsonb) as tests,
    (select count(*)::integer from jobs where file_id = ${id} and status in ('queued', 'running')) as jobs`);
  const found = Object.entries(counts ?? {}).flatMap(([kind, count]) => {
    const [one, several] = referenceNames[kind as keyof typeof referenceNames];
    return count > 0 ? [`${count} ${count === 1 ? one : several}`] : [];
  });
  if (found.length === 0) return [];
  return [cannotMove(`This file is in use in its project: ${found.join(', ')}. Remove them first.`)];
}
