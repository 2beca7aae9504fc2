/**
 * The statements of Parley's routes for the records of a project. A read selects the record with the access to its project; a
 * list selects the access in a statement of its own, at the same time. $1 is the id, or the project of a list; $2 is the workspace.
 */
const tagIdsOf = (id: string) => `
  array(select g.tag_id::text from taggings g where g.target_id = ${id} and g.status = 'accepted'
    and g.start_seconds is null and g.quote is null order by g.place, g.id) as tag_ids`;

const cardColumns = `
  c.id, c.project_id, c.lane_id, c.position, c.title, c.body, c.color, c.assignee_id, c.priority, c.due_on::text as due_on,
  c.evidence, c.version, c.created_by, c.created_at, c.updated_at, ${tagIdsOf('c.id')}`;

const fileColumns = `
  f.*, ${tagIdsOf('f.id')},
  greatest(f.updated_at, (select a.at from file_activity a where a.file_id = f.id)) as last_activity_at`;

const highlightTagIds = `
  array(select g.tag_id::text from taggings g where g.file_id = f.id and g.status = 'accepted'
    and (g.target_type in ('segment', 'clip')
      or g.target_type = 'file' and not (g.start_seconds is null and g.quote is null))
    group by g.tag_id order by count(*) desc, g.tag_id limit 20) as highlight_tag_ids`;

const responseColumns = `
  r.*, case when r.status = 'in_progress' then greatest(r.updated_at, (
    select max(x.updated_at) from answers x where x.response_id = r.id)) else r.updated_at end as updated_at,
  a.name as participant_name, a.email as participant_email, ${tagIdsOf('r.id')},
  coalesce((select jsonb_agg(to_jsonb(x) order by array_position((
      select array(select jsonb_array_elements_text(jsonb_path_query_array(v.content, '$.screener.questions[*].id')
               || jsonb_path_query_array(v.content, '$.questions[*].id')))
        from test_versions v where v.test_id = r.test_id and v.version = r.test_version),
      x.question_id::text collate "C"), x.turn, x.created_at, x.id)
    from answers x where x.response_id = r.id), '[]') as answers`;

const one = (columns: string, from: string, alias: string) => `
  select ${columns}, p.owner_id, p.visibility, p.member_ids from ${from} join projects p on p.id = ${alias}.project_id
   where ${alias}.id = $1 and p.workspace_id = $2 and p.deleted_at is null`;
const newestFirst = (columns: string, from: string, alias: string) => `
  select ${columns}, (${alias}.created_at)::text as page_key, ${alias}.id as page_id from ${from}
   where ${alias}.project_id = $1 order by ${alias}.created_at desc, ${alias}.id desc limit 26`;

export const accessOfProject = `
  select p.id, p.workspace_id, p.language, p.owner_id, p.visibility, p.member_ids from projects p
   where p.id = $1 and p.workspace_id = $2 and p.deleted_at is null`;

export const recordReads = {
  tag: { one: one('t.*', 'tags t', 't'), list: newestFirst('t.*', 'tags t', 't') },
  card: {
    one: one(cardColumns, 'cards c', 'c'),
    list: `
      select ${cardColumns}, ((l.position || ' ' || l.id || ' ' || c.position) collate "C")::text as page_key, c.id as page_id
        from cards c join lanes l on l.id = c.lane_id where c.project_id = $1
       order by (l.position || ' ' || l.id || ' ' || c.position) collate "C", c.id limit 26`,
  },
  file: {
    one: one(fileColumns, 'files f', 'f'),
    list: newestFirst(`${fileColumns}, ${highlightTagIds}`, 'files f', 'f'),
  },
  response: {
    one: one(responseColumns, 'responses r join participants a on a.id = r.participant_id', 'r'),
    list: newestFirst(
      responseColumns,
      'responses r join participants a on a.id = r.participant_id',
      'r',
    ).replace('where', 'where not r.simulated and'),
  },
};

export type RecordKind = keyof typeof recordReads;

/** The event of a change, and whether anyone subscribes to it. */
export const insertEvent = (type: string) => `
  with event as (
    insert into events (id, workspace_id, project_id, type, body, created_at)
    values ($1, $2, $3, '${type}', $4::bytea, $5::timestamptz) returning workspace_id)
  select exists (select 1 from webhooks w where w.workspace_id = e.workspace_id and w.deleted_at is null),
         exists (select 1 from automation_hooks h where h.workspace_id = e.workspace_id and h.event = '${type}'
           and h.deleted_at is null) from event e`;

/** The statements of a new tag, which run in one transaction. */
export const insertTag = {
  access: `${accessOfProject} for key share`,
  tag: `
    insert into tags (id, project_id, name, name_key, color, source, created_by, created_at, updated_at)
    values ($1, $2, $3, $4, '#9B6BDF', 'manual', $5, $6, $6) on conflict (project_id, name_key) do nothing returning *`,
  event: insertEvent('tag.created'),
};
