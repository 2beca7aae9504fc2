-- Background work: tasks, jobs, and the blobs to delete.

-- A task that is not finished. Its row is deleted in the transaction that writes the result. A worker claims a task by moving
-- `due_at` to the end of its lease, so a task whose worker died becomes due again. Each claim increases `token`, and writes with
-- an older token are refused.
create table tasks (
  id bigint generated always as identity primary key,
  kind text not null,
  -- Tasks are claimed in turn by workspace, so that a workspace with a long queue does not delay the others. Empty: none.
  workspace_id ident not null,
  subject ident not null,
  input jsonb not null default '{}',
  attempts integer not null default 0,
  token bigint not null default 0,
  due_at timestamptz not null default now()
) with (fillfactor = 70);
create index tasks_due on tasks (kind, workspace_id, due_at);
create index tasks_subject on tasks (subject, kind);

-- Blobs to delete: a prefix of keys, and the time from which they are not needed. A row is written before bytes that no record
-- refers to yet, removed in the transaction that creates the record, and written again in the transaction that deletes the
-- record. So a crash never leaves bytes that are neither referenced nor listed here.
create table blob_deletions (
  prefix text collate "C" primary key,
  due_at timestamptz(3) not null,
  -- Storage credit for bytes that no record refers to yet. It is returned when the row is deleted: with the bytes, or in the
  -- transaction of the record that takes them over and is charged for them.
  held_by ident,
  held_bytes bigint not null default 0
);
create index blob_deletions_due on blob_deletions (due_at);

create table jobs (
  id ident primary key,
  workspace_id ident not null references workspaces on delete cascade,
  project_id ident not null references projects on delete cascade,
  file_id ident,
  type text not null check (type in ('transcription', 'report', 'chat', 'auto_tag', 'sentiment', 'simulation')),
  status text not null check (status in ('queued', 'running', 'succeeded', 'failed')),
  progress smallint not null default 0 check (progress between 0 and 100),
  input jsonb not null,
  result jsonb,
  error_code text,
  error_message text,
  attempts integer not null default 0,
  -- Why the last attempt failed and when the next one starts. Null unless the job waits for another attempt.
  retry_code text,
  retry_message text,
  retry_at timestamptz(3),
  -- What a configured AI server used, over all attempts: provider, model, input_tokens, output_tokens, audio_seconds, cost_usd.
  -- Null for the models of this machine.
  usage jsonb,
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
