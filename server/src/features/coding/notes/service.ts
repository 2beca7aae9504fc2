import { type ErrorDetail, invalid, notFound } from '../../../foundation/errors.ts';
import { newId } from '../../../foundation/ids.ts';
import { isUnchanged, requireVersion } from '../../../foundation/versions.ts';
import type { Caller } from '../../../http/route.ts';
import { type Db, type Sql, sql } from '../../../platform/database/index.ts';
import type { Registered } from '../../feature.ts';
import {
  findReferenceFaults,
  getProjectForAddition,
  lockProject,
  type Need,
  requireAccess,
} from '../../projects/index.ts';
import { fileRecords, findTimeRangeFaults, spanFaults } from '../../sources/files/index.ts';
import { findTagFaults, setTags } from '../../tags/index.ts';
import type { NewNote, NoteChange } from './schema.ts';
import { findNote, insertNote, type NoteRow, removeNote, saveNote } from './store.ts';

export async function createNote(
  recordsOf: Registered['recordsOf'],
  { db, principal, now }: Caller,
  projectId: string,
  input: NewNote,
): Promise<NoteRow> {
  const note: NoteRow = {
    id: newId('note', now.getTime()),
    project_id: projectId,
    title: input.title ?? null,
    body: input.body,
    file_id: input.file_id ?? null,
    session_id: input.session_id ?? null,
    response_id: input.response_id ?? null,
    start_seconds: input.start_seconds ?? null,
    end_seconds: input.end_seconds ?? null,
    tag_ids: input.tag_ids ?? [],
    pinned: input.pinned ?? false,
    source_deleted: false,
    version: 1,
    created_by: principal.user_id,
    created_at: now,
    updated_at: now,
  };
  requireSpan(note);
  return db.transaction(async (tx) => {
    await getProjectForAddition(tx, principal, projectId);
    requireNone([
      ...(await findSourceFaults(tx, recordsOf, projectId, note)),
      ...(await findTimeRangeFaults(tx, projectId, [timeRangeOf(note)])),
      ...(await findTagFaults(tx, projectId, note.tag_ids)),
    ]);
    await insertNote(tx, note);
    await setTags(tx, toTaggedRecord(note), note.tag_ids, { created_by: principal.user_id, now });
    return note;
  });
}

export async function getNote(
  { db, principal }: Caller,
  noteId: string,
  need: Need = 'read',
  lock: Sql = sql``,
) {
  const note = await findNote(db, principal, noteId, lock);
  if (!note) throw notFound('Note');
  requireAccess(note, principal, need);
  return note;
}

export async function changeNote(
  recordsOf: Registered['recordsOf'],
  caller: Caller,
  noteId: string,
  { expected_version, ...change }: NoteChange,
): Promise<NoteRow> {
  const { principal, now } = caller;
  return caller.db.transaction(async (tx) => {
    const inTx = { ...caller, db: tx };
    if ([change.file_id, change.session_id, change.response_id].some((id) => id != null)) {
      // Sources are locked before the note, in the same order as by the deletion of a source.
      const seen = await getNote(inTx, noteId, 'write');
      // The current file of the note may be deleted, and a client may send its id back.
      const isUnchanged = change.file_id === seen.file_id && seen.source_deleted;
      const given = { ...change, file_id: isUnchanged ? undefined : change.file_id };
      requireNone(await findSourceFaults(tx, recordsOf, seen.project_id, given));
    }
    const before = await getNote(inTx, noteId, 'write', sql`for no key update of n for key share of p`);
    requireVersion('note', before.version, expected_version);
    const after: NoteRow = { ...before, ...change, version: before.version + 1, updated_at: now };
    if (after.file_id !== before.file_id) after.source_deleted = false;
    if (isUnchanged(before, after)) return before;
    requireSpan(after);
    if (changesPosition(change))
      requireNone(await findTimeRangeFaults(tx, after.project_id, [timeRangeOf(after)]));
    await saveNote(tx, after);
    // Taggings store the file of the note, so they are updated when it changes.
    if (change.tag_ids || after.file_id !== before.file_id) {
      await setTags(tx, toTaggedRecord(after), after.tag_ids, { created_by: principal.user_id, now });
    }
    return after;
  });
}

export async function deleteNote(caller: Caller, noteId: string): Promise<void> {
  await caller.db.transaction(async (tx) => {
    const inTx = { ...caller, db: tx };
    await lockProject(tx, (await getNote(inTx, noteId, 'write')).project_id);
    await getNote(inTx, noteId, 'write', sql`for update of n`);
    await removeNote(tx, noteId);
  });
}

const toTaggedRecord = (note: NoteRow) => ({
  type: 'note' as const,
  id: note.id,
  project_id: note.project_id,
  file_id: note.file_id,
});

/** A time range needs a file, and end > start (spec §5.3, §5.4). */
function requireSpan(note: NoteRow): void {
  const faults = spanFaults(note);
  if (note.file_id === null && (note.start_seconds !== null || note.end_seconds !== null)) {
    faults.push({ field: 'file_id', message: 'is required for a time range.' });
  }
  requireNone(faults);
}

function requireNone(faults: ErrorDetail[]): void {
  if (faults.length > 0) throw invalid(faults);
}

const timeRangeOf = (note: NoteRow) => ({ file_id: note.file_id, span: note });

/** The position is verified only if the request changes it. */
const changesPosition = (change: NoteChange) =>
  [change.file_id, change.start_seconds, change.end_seconds].some((given) => given !== undefined);

/** What the note is about must be in its project. Locks these records. */
const findSourceFaults = (
  tx: Db,
  recordsOf: Registered['recordsOf'],
  projectId: string,
  { file_id, session_id, response_id }: NoteChange,
): Promise<ErrorDetail[]> =>
  findReferenceFaults(tx, projectId, [
    { field: 'file_id', records: fileRecords, id: file_id },
    { field: 'session_id', records: recordsOf('session'), id: session_id },
    { field: 'response_id', records: recordsOf('response'), id: response_id },
  ]);
