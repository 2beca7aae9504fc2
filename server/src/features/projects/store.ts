import type { Researcher } from '../../foundation/principal.ts';
import { type Db, type Sql, sql, type Transaction } from '../../platform/database/index.ts';
import { createJsonPages } from '../../platform/database/json-pages.ts';
import { jsonRow } from '../../platform/database/json-row.ts';
import { among, contains, type ListQuery } from '../../platform/database/keyset-page.ts';
import { visibleTo } from './access.ts';
import { createCachedRead } from './cached-reads.ts';
import type { ProjectRow } from './project-row.ts';
import { Project, toProject } from './schema.ts';

export function insertProject(tx: Transaction, project: ProjectRow): void {
  tx.send(sql`
    insert into projects (id, workspace_id, owner_id, created_by, name, description, status, visibility, member_ids,
      language, metadata, lane_count, created_at, updated_at)
    values (${project.id}, ${project.workspace_id}, ${project.owner_id}, ${project.created_by}, ${project.name},
      ${project.description}, ${project.status}, ${project.visibility}, ${project.member_ids},
      ${project.language}, ${project.metadata}, ${project.lane_count}, ${project.created_at}, ${project.updated_at})`);
}

/** A subquery and not a join, so that a row lock covers the project only. */
const projectColumns = sql`p.*, (select a.at from project_activity a where a.project_id = p.id) as activity_at`;

/** Changes with every change of the project's JSON: counts are in its row, and the last activity is in a row of its own. */
const projectVersion = sql`p.xmin || coalesce((select '-' || a.xmin from project_activity a where a.project_id = p.id), '')`;

/** Returns the function that reads one project for its GET. */
export const createProjectRead = (publicUrl: string) =>
  createCachedRead<ProjectRow>({
    name: 'Project',
    from: sql`projects p`,
    id: sql`p.id`,
    columns: projectColumns,
    version: projectVersion,
    render: (row) => toProject(row, publicUrl),
  });

const projectById = (workspaceId: string, projectId: string): Sql =>
  sql`select ${projectColumns} from projects p where p.id = ${projectId} and p.workspace_id = ${workspaceId}`;

/** Finds a project of the workspace, deleted or not. The service checks the access. */
export async function findProject(
  db: Db,
  workspaceId: string,
  projectId: string,
): Promise<ProjectRow | undefined> {
  const [row] = await db.lookUp<ProjectRow>(projectById(workspaceId, projectId));
  return row;
}

/** Like `findProject`, with a row lock such as `for update`. */
export async function findProjectLocked(
  tx: Db,
  workspaceId: string,
  projectId: string,
  strength: Sql,
): Promise<ProjectRow | undefined> {
  const [row] = await tx.query<ProjectRow>(sql`${projectById(workspaceId, projectId)} ${strength}`);
  return row;
}

export async function saveProject(tx: Db, project: ProjectRow): Promise<void> {
  await tx.query(sql`
    update projects set name = ${project.name}, description = ${project.description}, status = ${project.status},
      visibility = ${project.visibility}, member_ids = ${project.member_ids}, language = ${project.language},
      metadata = ${project.metadata}, archived_at = ${project.archived_at}, deleted_at = ${project.deleted_at},
      updated_at = ${project.updated_at}
     where id = ${project.id}`);
}

interface ProjectFilters extends ListQuery {
  status?: string;
  owner_id?: string;
  q?: string;
  deleted?: boolean;
}

const lastActivity = sql`greatest(p.updated_at, (select a.at from project_activity a where a.project_id = p.id))`;

/** Returns the function that lists projects. How a row is rendered does not depend on the request. */
export function createProjectList(publicUrl: string) {
  const json = jsonRow(Project, 'p', {
    url: sql`${`${publicUrl}/projects/`}::text || p.id`,
    last_activity_at: lastActivity,
  });
  const list = createJsonPages<{ json: string }>({
    columns: sql`${json} as json`,
    version: projectVersion,
    render: (row) => row.json,
  });
  return (db: Db, principal: Researcher, query: ProjectFilters, now: Date) => {
    const where = [query.deleted ? restorableBy(principal, now) : visibleTo(principal)];
    if (query.status) where.push(among(sql`p.status`, query.status));
    if (query.owner_id !== undefined) where.push(among(sql`p.owner_id`, query.owner_id));
    if (query.q)
      where.push(sql`(${contains(sql`p.name`, query.q)} or ${contains(sql`p.description`, query.q)})`);
    return list(db, {
      name: 'projects',
      query,
      from: sql`from projects p`,
      where,
      sorts: {
        created_at: { column: sql`p.created_at`, type: 'timestamptz' },
        updated_at: { column: sql`p.updated_at`, type: 'timestamptz' },
        name: { column: sql`lower(p.name) collate "C"`, type: 'text' },
        last_activity_at: { column: lastActivity, type: 'timestamptz' },
      },
      defaultSort: '-created_at',
      id: sql`p.id`,
    });
  };
}

const restoreDays = 30; // spec §3.2

/** A project that was deleted before this instant cannot be restored. */
export const restorableSince = (now: Date): Date => new Date(now.getTime() - restoreDays * 86_400_000);

const restorableBy = (principal: Researcher, now: Date): Sql => sql`
  p.workspace_id = ${principal.workspace_id} and p.owner_id = ${principal.user_id}
  and p.deleted_at >= ${restorableSince(now)}`;

/** Returns the ids that are not researchers of the workspace. */
export async function findNonMembers(
  db: Db,
  workspaceId: string,
  userIds: string[],
  lock: Sql = sql``,
): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select id from users where id = any(${userIds}) and workspace_id = ${workspaceId} and kind = 'researcher' ${lock}`);
  const members = new Set(rows.map(({ id }) => id));
  return userIds.filter((id) => !members.has(id));
}

/** Deletes projects that can no longer be restored, with all their records. */
export async function purgeDeletedProjects(db: Db, deletedBefore: Date): Promise<number> {
  const rows = await db.query(sql`
    delete from projects where id in (
      select id from projects where deleted_at < ${deletedBefore} order by deleted_at limit 100)
    returning 1`);
  return rows.length;
}

/** Gives the projects of a member, deleted ones included, to another member, and ends what was shared with them. */
export async function handOverProjects(
  tx: Db,
  { from, to, now }: { from: string; to: string; now: Date },
): Promise<void> {
  await tx.query(sql`
    update projects set owner_id = case when owner_id = ${from} then ${to} else owner_id end,
      member_ids = array_remove(member_ids, ${from}), updated_at = ${now}
     where owner_id = ${from} or ${from} = any(member_ids)`);
}

export const workspaceCounts: Sql = sql`
  select count(*) as project_count, coalesce(sum(file_count), 0)::bigint as file_count
    from projects where workspace_id = w.id and deleted_at is null`;
