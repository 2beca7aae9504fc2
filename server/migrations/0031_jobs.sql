create table jobs (
  id ident primary key,
  workspace_id ident not null references workspaces on delete cascade,
  project_id ident not null references projects on delete cascade,
  file_id ident,
  type text not null check (type in ('transcription', 'report', 'chat', 'auto_tag', 'sentiment')),
  status text not null check (status in ('queued', 'running', 'succeeded', 'failed')),
  progress smallint not null default 0 check (progress between 0 and 100),
  input jsonb not null,
  result jsonb,
  error_code text,
  error_message text,
  attempts integer not null default 0,
  credit text,
  credits_used bigint not null default 0,
  created_by ident,
  started_at timestamptz(3),
  finished_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index jobs_by_creation on jobs (workspace_id, created_at desc, id desc);
create index jobs_of_project on jobs (project_id, created_at desc, id desc);
create index jobs_of_file on jobs (file_id) where file_id is not null;
