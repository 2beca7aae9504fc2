import type { Researcher } from '../../foundation/principal.ts';
import { type Db, sql } from '../../platform/database/index.ts';

export interface SampleRow {
  status: 'adding' | 'ready' | 'failed';
  /** Null until the project exists. */
  project_id: string | null;
  deleted: boolean;
  /** Files, tags, notes, cards, clips and reports so far. */
  record_count: number;
}

/** The sample of a workspace, unless its project was removed. */
export async function findSample(db: Db, workspaceId: string): Promise<SampleRow | undefined> {
  const [row] = await db.query<SampleRow>(sql`
    select s.status, s.project_id, p.deleted_at is not null as deleted,
           coalesce(p.file_count + p.tag_count + p.note_count + p.card_count + p.clip_count + p.report_count, 0)::int as record_count
      from sample_projects s left join projects p on p.id = s.project_id
     where s.workspace_id = ${workspaceId}`);
  return row;
}

/** False if the sample is being added, or is there. */
export async function claimSample(
  tx: Db,
  { workspace_id, user_id }: Researcher,
  now: Date,
): Promise<boolean> {
  const rows = await tx.query(sql`
    insert into sample_projects as s (workspace_id, user_id, status, requested_at)
    values (${workspace_id}, ${user_id}, 'adding', ${now})
    on conflict (workspace_id) do update
       set user_id = excluded.user_id, status = 'adding', requested_at = excluded.requested_at,
           project_id = (select p.id from projects p where p.id = s.project_id and p.deleted_at is null)
     where s.status = 'failed'
        or (s.status = 'ready' and not exists (
              select 1 from projects p where p.id = s.project_id and p.deleted_at is null))
    returning 1`);
  return rows.length === 1;
}

export async function setSampleProject(db: Db, workspaceId: string, projectId: string): Promise<void> {
  await db.query(
    sql`update sample_projects set project_id = ${projectId} where workspace_id = ${workspaceId}`,
  );
}

export async function setSampleStatus(
  tx: Db,
  workspaceId: string,
  status: SampleRow['status'],
): Promise<void> {
  await tx.query(sql`update sample_projects set status = ${status} where workspace_id = ${workspaceId}`);
}
