import { type Db, type Sql, sql } from '../../../platform/database/index.ts';
import { among, type ListQuery, listPage } from '../../../platform/database/keyset-page.ts';

export interface HookRow {
  id: string;
  workspace_id: string;
  created_by: string;
  event: string;
  target_url: string;
  created_at: Date;
  updated_at: Date;
}

export const countHooks = (workspaceId: string): Sql =>
  sql`select count(*) as count from automation_hooks where workspace_id = ${workspaceId} and deleted_at is null`;

export async function insertHook(db: Db, hook: HookRow): Promise<void> {
  await db.query(sql`
    insert into automation_hooks (id, workspace_id, created_by, event, target_url, created_at, updated_at)
    values (${hook.id}, ${hook.workspace_id}, ${hook.created_by}, ${hook.event}, ${hook.target_url}, ${hook.created_at},
      ${hook.updated_at})`);
}

export async function findHook(
  db: Db,
  workspaceId: string,
  hookId: string,
  lock: Sql = sql``,
): Promise<HookRow | undefined> {
  const [row] = await db.query<HookRow>(sql`
    select * from automation_hooks where id = ${hookId} and workspace_id = ${workspaceId} and deleted_at is null ${lock}`);
  return row;
}

/** Ends hooks that their creator deleted or their target unsubscribed. */
export async function endHooks(tx: Db, hookIds: string[], now: Date): Promise<void> {
  await tx.query(sql`
    update automation_hooks set deleted_at = ${now}, updated_at = ${now} where id = any(${hookIds}) and deleted_at is null`);
}

export async function listHooks(db: Db, userId: string, query: ListQuery & { event?: string }) {
  const where = [sql`h.created_by = ${userId}`, sql`h.deleted_at is null`];
  if (query.event) where.push(among(sql`h.event`, query.event));
  return listPage<HookRow>(db, {
    name: 'automation hooks',
    query,
    select: sql`select h.*`,
    from: sql`from automation_hooks h`,
    where,
    sorts: { created_at: { column: sql`h.created_at`, type: 'timestamptz' } },
    defaultSort: '-created_at',
    id: sql`h.id`,
  });
}

/** Ended hooks that still have queued deliveries. */
export async function findEndedWithQueue(db: Db): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select h.id from automation_hooks h
     where h.deleted_at is not null and exists (select 1 from automation_queue q where q.subscription_id = h.id)
     limit 100`);
  return rows.map((row) => row.id);
}

export async function purgeEndedHooks(db: Db, endedBefore: Date): Promise<void> {
  await db.query(sql`delete from automation_hooks where deleted_at < ${endedBefore}`);
}

/** Ends the hooks of a member who leaves, like `endWebhooksOf`. */
export async function endHooksOf(
  tx: Db,
  { from, to, now }: { from: string; to: string; now: Date },
): Promise<void> {
  await tx.query(sql`
    update automation_hooks set created_by = ${to}, deleted_at = coalesce(deleted_at, ${now}), updated_at = ${now}
     where created_by = ${from}`);
}
