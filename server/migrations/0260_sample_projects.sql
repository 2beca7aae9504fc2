-- The sample project that a workspace asked for, and how far it is. One row, so that two requests add one project.
create table sample_projects (
  workspace_id text primary key references workspaces on delete cascade,
  user_id text not null references users on delete cascade,
  status text not null check (status in ('adding', 'ready', 'failed')),
  project_id text references projects on delete set null,
  requested_at timestamptz not null
);
