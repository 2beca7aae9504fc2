import { type Db, sql } from '../../../platform/database/index.ts';

export const findSegmentTexts = (db: Db, projectIds: string[], fileIds?: string[]) =>
  db.query<{ id: string; file_id: string; text: string }>(sql`
    select id, file_id, text from segments where project_id = any(${projectIds})
      and (${fileIds ?? null}::text[] is null or file_id = any(${fileIds ?? null}::text[]))`);
