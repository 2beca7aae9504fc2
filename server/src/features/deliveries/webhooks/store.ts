import { type Db, type Sql, sql } from '../../../platform/database/index.ts';
import { among, type ListQuery, listPage } from '../../../platform/database/keyset-page.ts';
import { sharedWith } from '../../projects/index.ts';

export interface WebhookRow {
  id: string;
  workspace_id: string;
  created_by: string;
  url: string;
  events: string[];
  description: string | null;
  project_ids: string[] | null;
  status: 'enabled' | 'disabled';
  disabled_at: Date | null;
  disabled_reason: string | null;
  /** The end of the first failed attempt after the last success. */
  failing_since: Date | null;
  /** The creation of the oldest event whose attempt failed since the last success. */
  missed_since: Date | null;
  last_success_at: Date | null;
  last_failure_at: Date | null;
  secret: Buffer;
  /** Replaced secrets, newest first, and until when each still signs. */
  previous_secrets: Buffer[];
  previous_secrets_until: Date[];
  created_at: Date;
  updated_at: Date;
}

export async function insertWebhook(db: Db, webhook: WebhookRow): Promise<void> {
  await db.query(sql`
    insert into webhooks (id, workspace_id, created_by, url, events, description, project_ids, secret, created_at, updated_at)
    values (${webhook.id}, ${webhook.workspace_id}, ${webhook.created_by}, ${webhook.url}, ${webhook.events},
      ${webhook.description}, ${webhook.project_ids}, ${webhook.secret}, ${webhook.created_at}, ${webhook.updated_at})`);
}

export const countWebhooks = (workspaceId: string): Sql =>
  sql`select count(*) as count from webhooks where workspace_id = ${workspaceId} and deleted_at is null`;

/** Finds a webhook of the workspace. The service checks the access. */
export async function findWebhook(
  db: Db,
  workspaceId: string,
  webhookId: string,
  lock: Sql = sql``,
): Promise<WebhookRow | undefined> {
  const [row] = await db.query<WebhookRow>(sql`
    select * from webhooks where id = ${webhookId} and workspace_id = ${workspaceId} and deleted_at is null ${lock}`);
  return row;
}

/** Finds a webhook, even one that was deleted at or after this time, because its history is still readable. */
export async function findWebhookWithHistory(
  db: Db,
  workspaceId: string,
  webhookId: string,
  deletedSince: Date,
): Promise<WebhookRow | undefined> {
  const [row] = await db.query<WebhookRow>(sql`
    select * from webhooks where id = ${webhookId} and workspace_id = ${workspaceId}
       and (deleted_at is null or deleted_at >= ${deletedSince})`);
  return row;
}

export async function saveWebhook(tx: Db, webhook: WebhookRow): Promise<void> {
  await tx.query(sql`
    update webhooks set url = ${webhook.url}, events = ${webhook.events}, description = ${webhook.description},
      project_ids = ${webhook.project_ids}, secret = ${webhook.secret},
      previous_secrets = ${webhook.previous_secrets}::bytea[],
      previous_secrets_until = ${webhook.previous_secrets_until}::timestamptz[], updated_at = ${webhook.updated_at}
     where id = ${webhook.id}`);
}

export async function markDeleted(tx: Db, webhookId: string, now: Date): Promise<void> {
  await tx.query(sql`update webhooks set deleted_at = ${now}, updated_at = ${now} where id = ${webhookId}`);
}

export async function listWebhooks(db: Db, userId: string, query: ListQuery & { status?: string }) {
  const where = [sql`w.created_by = ${userId}`, sql`w.deleted_at is null`];
  if (query.status) where.push(among(sql`w.status`, query.status));
  return listPage<WebhookRow>(db, {
    name: 'webhooks',
    query,
    select: sql`select w.*`,
    from: sql`from webhooks w`,
    where,
    sorts: { created_at: { column: sql`w.created_at`, type: 'timestamptz' } },
    defaultSort: '-created_at',
    id: sql`w.id`,
  });
}

/** Returns the ids that are not projects the user can see. */
export async function findUnseenProjects(
  db: Db,
  workspaceId: string,
  userId: string,
  projectIds: string[],
): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select t.id from unnest(${projectIds}::text[]) as t (id)
     where not exists (
       select 1 from projects p where p.id = t.id and p.workspace_id = ${workspaceId} and p.deleted_at is null
          and ${sharedWith(userId)})`);
  return rows.map((row) => row.id);
}

/** Disabled or deleted webhooks that still have queued deliveries. */
export async function findFinishedWithQueue(db: Db): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select w.id from webhooks w
     where (w.status = 'disabled' or w.deleted_at is not null)
       and exists (select 1 from webhook_queue q where q.subscription_id = w.id)`);
  return rows.map((row) => row.id);
}

/** Removes deleted webhooks whose delivery records have been removed. */
export async function purgeDeletedWebhooks(db: Db, deletedBefore: Date): Promise<void> {
  await db.query(sql`delete from webhooks where deleted_at < ${deletedBefore}`);
}

/**
 * Ends the webhooks of a member who leaves. They are not given to another member, because that would send material of the
 * workspace to an address that the person chose. Their history remains with the new creator.
 */
export async function endWebhooksOf(
  tx: Db,
  { from, to, now }: { from: string; to: string; now: Date },
): Promise<void> {
  await tx.query(sql`
    update webhooks set created_by = ${to}, deleted_at = coalesce(deleted_at, ${now}), updated_at = ${now}
     where created_by = ${from}`);
}
