create table projects (
  id ident primary key,
  workspace_id ident not null references workspaces on delete cascade,
  owner_id ident not null references users,
  created_by ident,
  name text not null,
  description text,
  status text not null default 'active' check (status in ('active', 'archived')),
  visibility text not null default 'private' check (visibility in ('private', 'workspace')),
  member_ids text[] collate "C" not null default '{}',
  language text,
  metadata jsonb not null default '{}',
  file_count integer not null default 0,
  test_count integer not null default 0,
  response_count integer not null default 0,
  tag_count integer not null default 0,
  note_count integer not null default 0,
  card_count integer not null default 0,
  lane_count integer not null default 0,
  report_count integer not null default 0,
  clip_count integer not null default 0,
  archived_at timestamptz(3),
  deleted_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
) with (fillfactor = 85); -- room on the page for the counts to change without touching an index

create index projects_by_creation on projects (workspace_id, created_at desc, id desc) where deleted_at is null;
create index projects_by_update on projects (workspace_id, updated_at desc, id desc) where deleted_at is null;
create index projects_by_name on projects (workspace_id, lower(name) collate "C", id) where deleted_at is null;
create index projects_deleted on projects (deleted_at) where deleted_at is not null;

-- The counts of a project change in the transaction that adds or removes the child, once per statement.
-- A child table takes part with two triggers that name the column: see lanes below.
create function count_in_project() returns trigger language plpgsql as $$
declare
  sign integer := case when tg_op = 'INSERT' then 1 else -1 end;
begin
  execute format(
    'update projects p set %1$I = p.%1$I + $1 * c.n
       from (select project_id, count(*)::integer as n from changed group by project_id order by project_id) c
      where p.id = c.project_id', tg_argv[0])
  using sign;
  return null;
end $$;

create table lanes (
  id ident primary key,
  project_id ident not null references projects on delete cascade,
  name text not null,
  color text,
  position text collate "C" not null,
  created_by ident,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index lanes_board on lanes (project_id, position, id);

create trigger lanes_counted after insert on lanes
  referencing new table as changed for each statement execute function count_in_project('lane_count');
create trigger lanes_uncounted after delete on lanes
  referencing old table as changed for each statement execute function count_in_project('lane_count');
