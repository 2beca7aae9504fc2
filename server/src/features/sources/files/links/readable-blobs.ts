import { type Db, sql } from '../../../../platform/database/index.ts';

/** Whether a file, clip or reel refers to these bytes, in a project that is not deleted. */
export async function isReadable(db: Db, key: string): Promise<boolean> {
  const id = key.split('/')[1] ?? '';
  const rows = await db.query(sql`
    select 1 from projects p join (
      select f.project_id from files f
       where f.id = ${id} and ${key} in (f.blob_key, f.thumbnail_key, f.waveform_key)
      union all
      select c.project_id from clips c where c.id = ${id} and ${key} in (c.blob_key, c.thumbnail_key)
      union all
      select r.project_id from reels r where r.id = ${id} and ${key} in (r.blob_key, r.thumbnail_key)
    ) named on named.project_id = p.id
     where p.deleted_at is null`);
  return rows.length > 0;
}
