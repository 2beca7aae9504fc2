-- Projects, and the sample project of a workspace.

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
  -- The counts change in the transaction that adds or removes a record (server/derived.sql).
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
) with (fillfactor = 85); -- free space in the page, so that a changed count does not update an index
create index projects_by_creation on projects (workspace_id, created_at desc, id desc) where deleted_at is null;
create index projects_by_update on projects (workspace_id, updated_at desc, id desc) where deleted_at is null;
create index projects_by_name on projects (workspace_id, lower(name) collate "C", id) where deleted_at is null;
create index projects_deleted on projects (deleted_at) where deleted_at is not null;
-- GET /v1/projects?deleted=true
create index projects_deleted_by_owner on projects (owner_id, created_at desc, id desc) where deleted_at is not null;

-- When something inside a project last changed. It is a separate table without a foreign key and is written with SKIP
-- LOCKED, so a writer waits neither for the row of the project nor for another writer. If the row is locked, another
-- transaction is setting it to about the same time.
create table project_activity (
  project_id ident primary key,
  at timestamptz(3) not null
) with (fillfactor = 50);

-- The sample project that a workspace requested, and its state. One row per workspace, so that two requests add one project.
create table sample_projects (
  workspace_id text primary key references workspaces on delete cascade,
  user_id text not null references users on delete cascade,
  status text not null check (status in ('adding', 'ready', 'failed')),
  project_id text references projects on delete set null,
  requested_at timestamptz not null
);
