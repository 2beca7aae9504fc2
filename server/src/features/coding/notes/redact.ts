import { type Db, sql } from '../../../platform/database/index.ts';
import type { TextTable } from '../../text-table.ts';

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

export const noteTexts: TextTable = {
  table: 'notes',
  key: ['id'],
  ofProject: ({ id }) => sql`t.project_id = ${id}`,
  columns: { title: 'plain', body: 'markdown' },
  touches: ['version', 'updated_at'],
  countedAs: 'notes',
};
