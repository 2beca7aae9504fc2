import { type Db, type Sql, sql } from '../../../platform/database/index.ts';

/**
 * The recordings of a response: what its participant recorded for tasks. A file that another response, a session or a
 * question of a test uses is not one of them.
 */
const ownFiles = (responseId: string): Sql => sql`
  select f.id from files f
   where (f.response_id = ${responseId}
       or f.id in (select a.file_id from answers a where a.response_id = ${responseId} and a.file_id is not null))
     and not exists (select 1 from answers a where a.file_id = f.id and a.response_id <> ${responseId})
     and not exists (select 1 from engage_sessions s where s.recording_file_id = f.id)
     and not exists (
       select 1 from tests t where t.project_id = f.project_id
          and t.questions @> jsonb_build_array(jsonb_build_object('media_file_id', f.id)))`;

export async function listOwnFiles(tx: Db, responseId: string): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(sql`${ownFiles(responseId)} order by f.id`);
  return rows.map(({ id }) => id);
}

export async function lockOwnFiles(tx: Db, responseId: string): Promise<void> {
  await tx.query(sql`${ownFiles(responseId)} order by f.id for no key update of f`);
}
