import { isDeepStrictEqual } from 'node:util';
import { type Db, sql } from '../../../platform/database/index.ts';
import { type RemoveWords, rewriteRows } from '../../../platform/word-removal/index.ts';
import { type NoteRow, saveNote } from './store.ts';

/** What notes may be about. */
export interface NoteSubjects {
  file_ids: string[];
  session_ids: string[];
  response_ids: string[];
}

const about = ({ file_ids, session_ids, response_ids }: NoteSubjects) => sql`
  (file_id = any(${file_ids}::text[]) or session_id = any(${session_ids}::text[])
    or response_id = any(${response_ids}::text[]))`;

/** Deletes the notes about these records and returns their ids. */
export async function removeNotesAbout(tx: Db, subjects: NoteSubjects): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(sql`delete from notes where ${about(subjects)} returning id`);
  return rows.map(({ id }) => id);
}

const pageSize = 200;

/** Removes the words of an erased person from the other notes of a project. */
export async function redactNotes(
  db: Db,
  project_id: string,
  remove: RemoveWords,
  now: Date,
  changed: (tx: Db, count: number) => Promise<void>,
): Promise<void> {
  await rewriteRows<NoteRow>(db, {
    readPage: (after) =>
      db.query(sql`
        select * from notes where project_id = ${project_id} and id > ${after} order by id limit ${pageSize}`),
    lock: (tx, ids) =>
      tx.query(sql`select * from notes where id = any(${ids}::text[]) order by id for no key update`),
    rewrite(note) {
      const after = {
        ...note,
        title: note.title === null ? null : remove(note.title),
        body: remove(note.body),
      };
      if (isDeepStrictEqual(after, note)) return undefined;
      return { ...after, version: note.version + 1, updated_at: now };
    },
    save: saveNote,
    changed,
  });
}
