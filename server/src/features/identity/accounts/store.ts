import type { PlanName } from '../../../foundation/plans.ts';
import type { AccountHolder, AccountKind, Role, Theme } from '../../../foundation/principal.ts';
import { type Db, type Sql, sql } from '../../../platform/database/index.ts';

export interface NewUser {
  id: string;
  workspace_id: string;
  email: string;
  name: string;
  role: Role;
  kind: AccountKind;
  timezone: string;
  created_at: Date;
}

/** Fails with a unique violation if another user has the address. */
export async function insertUser(tx: Db, user: NewUser): Promise<void> {
  await tx.query(sql`
    insert into users (id, workspace_id, email, name, role, kind, timezone, created_at, updated_at)
    values (${user.id}, ${user.workspace_id}, ${user.email}, ${user.name}, ${user.role}, ${user.kind},
      ${user.timezone}, ${user.created_at}, ${user.created_at})`);
}

export async function insertWorkspace(
  tx: Db,
  workspace: { id: string; name: string; slug: string; plan: PlanName; created_at: Date },
): Promise<void> {
  const { id, name, slug, plan, created_at } = workspace;
  await tx.query(sql`
    insert into workspaces (id, name, slug, plan, created_at, updated_at)
    values (${id}, ${name}, ${slug}, ${plan}, ${created_at}, ${created_at})`);
}

/** False if there is no such workspace. */
export async function savePlan(db: Db, workspaceId: string, plan: PlanName, now: Date): Promise<boolean> {
  const rows = await db.query(sql`
    update workspaces set plan = ${plan}, updated_at = ${now} where id = ${workspaceId} returning 1`);
  return rows.length > 0;
}

export async function findUserIdByEmail(db: Db, email: string): Promise<string | undefined> {
  const [row] = await db.query<{ id: string }>(
    sql`select id from users where lower(email) = lower(${email})`,
  );
  return row?.id;
}

export async function findPrincipalOfUser(db: Db, userId: string): Promise<AccountHolder | undefined> {
  const [row] = await db.lookUp<Omit<AccountHolder, 'api_key'>>(sql`
    select u.id as user_id, u.email, u.name, u.role, u.kind, u.timezone, u.theme, u.inbox_mail, u.created_at as user_created_at,
           u.workspace_id, w.plan
      from users u join workspaces w on w.id = u.workspace_id where u.id = ${userId}`);
  return row && { ...row, api_key: null };
}

export async function findPlan(db: Db, workspaceId: string): Promise<PlanName | undefined> {
  const [row] = await db.query<{ plan: PlanName }>(
    sql`select plan from workspaces where id = ${workspaceId}`,
  );
  return row?.plan;
}

export interface WorkspaceRow {
  id: string;
  name: string;
  slug: string;
  plan: string;
  owner_id: string | null;
  member_count: number;
  project_count: number;
  file_count: number;
  storage_bytes: number;
  retention_days: number | null;
  retention_deletes: boolean;
  /** Null: the default of the server. */
  ai_redaction: boolean | null;
  created_at: Date;
  updated_at: Date;
}

/** `counts` is what the features above registered as `workspaceCounts`. */
export async function getWorkspace(db: Db, counts: Sql, workspaceId: string): Promise<WorkspaceRow> {
  const [row] = await db.query<WorkspaceRow>(sql`
    select w.*,
      (select id from users u where u.workspace_id = w.id and u.role = 'owner' order by created_at, id limit 1) as owner_id,
      (select count(*) from users u where u.workspace_id = w.id and u.kind = 'researcher') as member_count,
      p.project_count, p.file_count,
      (select coalesce(sum(used), 0)::bigint from credit_usage c
        where c.workspace_id = w.id and c.credit = 'storage_bytes') as storage_bytes
      from workspaces w cross join lateral (${counts}) p
     where w.id = ${workspaceId}`);
  return row as WorkspaceRow;
}

/** Returns whether texts of the workspace are redacted, or null if it has not chosen. */
export async function findRedaction(db: Db, workspaceId: string): Promise<boolean | null> {
  const [row] = await db.query<{ ai_redaction: boolean | null }>(
    sql`select ai_redaction from workspaces where id = ${workspaceId}`,
  );
  return row?.ai_redaction ?? null;
}

/** The period cannot change until the caller commits. */
export async function lockRetentionDays(tx: Db, workspaceId: string): Promise<number | null> {
  const [row] = await tx.query<{ retention_days: number | null }>(sql`
    select retention_days from workspaces where id = ${workspaceId} for no key update`);
  return row?.retention_days ?? null;
}

/** A change without effect does not change `updated_at`. Without a period, nothing is deleted. */
export async function saveWorkspace(
  db: Db,
  workspaceId: string,
  {
    name,
    ai,
    retention_days,
    retention_deletes,
  }: {
    name?: string;
    ai?: { redaction: boolean | null };
    retention_days?: number | null;
    retention_deletes?: boolean;
  },
  now: Date,
): Promise<void> {
  const redaction = ai === undefined ? sql`ai_redaction` : sql`${ai.redaction}::boolean`;
  const retention = retention_days === undefined ? sql`retention_days` : sql`${retention_days}::integer`;
  const deletes =
    retention_days === null ? sql`false` : sql`coalesce(${retention_deletes ?? null}, retention_deletes)`;
  await db.query(sql`
    update workspaces set name = coalesce(${name ?? null}, name), ai_redaction = ${redaction},
      retention_days = ${retention}, retention_deletes = ${deletes}, updated_at = ${now},
      retention_changed_at = case when (retention_days, retention_deletes) is distinct from (${retention}, ${deletes})
        then ${now} else retention_changed_at end
     where id = ${workspaceId} and (name, ai_redaction, retention_days, retention_deletes)
       is distinct from (coalesce(${name ?? null}, name), ${redaction}, ${retention}, ${deletes})`);
}

/** A change without effect does not change `updated_at`. */
export async function saveProfile(
  db: Db,
  userId: string,
  {
    name,
    timezone,
    theme,
    inbox_mail,
  }: { name?: string; timezone?: string; theme?: Theme; inbox_mail?: boolean },
  now: Date,
): Promise<void> {
  await db.query(sql`
    with change as (
      select id, coalesce(${name ?? null}, name) as name, coalesce(${timezone ?? null}, timezone) as timezone,
             coalesce(${theme ?? null}, theme) as theme, coalesce(${inbox_mail ?? null}, inbox_mail) as inbox_mail
        from users where id = ${userId} for no key update)
    update users u set name = c.name, timezone = c.timezone, theme = c.theme, inbox_mail = c.inbox_mail, updated_at = ${now}
      from change c
     where u.id = c.id and (u.name, u.timezone, u.theme, u.inbox_mail) is distinct from
       (c.name, c.timezone, c.theme, c.inbox_mail)`);
}

/** A query of the ids of all users of a workspace. */
export const usersOf = (workspaceId: string): Sql =>
  sql`select id from users where workspace_id = ${workspaceId}`;
