import { insertEvent } from './record-statements.ts';

/** The statements of Parley's routes, as its stores send them. A new project inserts one row and its four lanes. */
export const bareStatements = {
  me: `
    select k.hash, k.id as key_id, k.name as key_name, k.last_four, k.created_at as key_created_at, k.last_used_at,
           k.expires_at, k.revoked_at, u.id as user_id, u.email, u.name, u.role, u.kind, u.timezone,
           u.created_at as user_created_at, u.workspace_id, w.plan
      from api_keys k join users u on u.id = k.user_id join workspaces w on w.id = u.workspace_id
     where k.hash = $1`,
  get: `
    select p.*, (select a.at from project_activity a where a.project_id = p.id) as activity_at
      from projects p where p.id = $1 and p.workspace_id = $2`,
  list: `
    select p.*, (select a.at from project_activity a where a.project_id = p.id) as activity_at,
        (p.created_at)::text as page_key, p.id as page_id from projects p
     where p.workspace_id = $1 and p.deleted_at is null and (
       p.owner_id = $2 or p.visibility = 'workspace' or $3 = any(p.member_ids))
     order by p.created_at desc, p.id desc limit 26`,
  postRow: `
    insert into projects (id, workspace_id, owner_id, created_by, name, description, status, visibility, member_ids,
      language, metadata, created_at, updated_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) returning *`,
  insertAnswer: `
    insert into answers (id, response_id, question_id, turn, question, type, text, value, duration_seconds,
      created_at, updated_at)
    values ($1, $2, $3, 0, 'Question?', 'open', $4, $5, $6, $7, $7) returning *`,
  updateCard: `update cards set version = version + 1, updated_at = $2 where id = $1 returning *`,
};

/** The statements of a new project, which run in one transaction: credit, project, lanes, and event with the search for subscribers. */
export const insertProject = {
  credit: `
    insert into credit_usage as c (workspace_id, credit, period_start, shard, used)
    values ($1, 'projects', $2, pg_backend_pid() % 64, 1)
    on conflict (workspace_id, credit, period_start, shard) do update set used = c.used + excluded.used`,
  project: `
    insert into projects (id, workspace_id, owner_id, created_by, name, description, status, visibility, member_ids,
      language, metadata, lane_count, created_at, updated_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 4, $12, $13) returning *`,
  lanes: `
    insert into lanes (id, project_id, name, color, position, with_project, created_by, created_at, updated_at)
    select l.id, $1, l.name, l.color, l.position, true, $2, $3::timestamptz, $3::timestamptz
      from (values ($4, 'Observations', '#5B8DEF', 'a0'), ($5, 'Themes', '#9B6BDF', 'a1'),
        ($6, 'Insights', '#E0A13C', 'a2'), ($7, 'Actions', '#3FA66B', 'a3')) as l (id, name, color, position)`,
  event: insertEvent('project.created'),
};
