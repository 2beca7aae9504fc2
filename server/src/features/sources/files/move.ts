import { type ErrorDetail, invalid, notFound } from '../../../foundation/errors.ts';
import type { Caller } from '../../../http/route.ts';
import { type Db, join, sql } from '../../../platform/database/index.ts';
import type { Registered } from '../../feature.ts';
import { getProjectForWrite, requireAccess } from '../../projects/index.ts';
import type { PartOfFile, UseOfFile } from '../../registrations.ts';
import { type FileRow, findFile, updateFile } from './store.ts';

/**
 * Moves a file with its transcript and clips to another project of the caller. A trigger moves the parts (ADR 16), and
 * `partsOfFile` are those of higher areas. Tags, notes, cards and reports belong to their project, so a file that they refer to
 * stays. `usesOfFile` are these records.
 */
export async function moveFile(
  { usesOfFile, partsOfFile }: Pick<Registered, 'usesOfFile' | 'partsOfFile'>,
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
    const faults = [...findStateFaults(file), ...(await findReferenceFaults(tx, usesOfFile, file))];
    if (faults.length > 0) throw invalid(faults);
    const change = { project_id: projectId, updated_at: now };
    await updateFile(tx, fileId, change);
    const moved = { ...file, ...change };
    for (const part of partsOfFile) await movePart(tx, part, moved);
    return moved;
  });
}

const movePart = (tx: Db, part: PartOfFile, file: FileRow) => tx.query(part.move(file));

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

/** Counts all uses of the file in one statement. */
async function findReferenceFaults(tx: Db, uses: UseOfFile[], file: FileRow): Promise<ErrorDetail[]> {
  const counts = uses.map((use) => sql`(${use.count(file)})`);
  const [row] = await tx.query<{ counts: number[] }>(sql`select array[${join(counts)}]::integer[] as counts`);
  const found = uses.flatMap(({ names: [one, several] }, i) => {
    const count = row?.counts[i] ?? 0;
    return count > 0 ? [`${count} ${count === 1 ? one : several}`] : [];
  });
  if (found.length === 0) return [];
  return [cannotMove(`This file is in use in its project: ${found.join(', ')}. Remove them first.`)];
}
