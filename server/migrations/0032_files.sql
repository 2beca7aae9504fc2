create table files (
  id ident primary key,
  workspace_id ident not null references workspaces on delete cascade,
  project_id ident not null references projects on delete cascade,
  name text not null,
  kind text not null check (kind in ('video', 'audio', 'pdf', 'document', 'image', 'other')),
  content_type text not null,
  -- Whether a browser may show it in place; decided by the bytes, never by what was announced.
  inline boolean not null default false,
  size_bytes bigint,
  -- Announced by the sender until the bytes are there, measured from then on.
  checksum_sha256 text,
  duration_seconds double precision,
  page_count integer,
  -- Where the bytes lie, once they are there, and what was derived from them.
  blob_key text,
  thumbnail_key text,
  waveform_key text,
  language text,
  source text not null check (source in ('upload', 'url', 'text', 'transcript', 'session', 'response')),
  source_url text,
  status text not null check (status in ('uploading', 'processing', 'ready', 'failed')),
  transcription_status text not null default 'none'
    check (transcription_status in ('none', 'queued', 'running', 'completed', 'failed')),
  transcription_job_id ident,
  -- Options of a transcription that begins once the file is ready.
  transcribe jsonb,
  session_id ident,
  response_id ident,
  recorded_at timestamptz(3),
  sentiment jsonb,
  metadata jsonb not null default '{}',
  error jsonb,
  -- What it holds of the workspace's storage credit.
  charged_bytes bigint not null default 0,
  upload_expires_at timestamptz(3),
  created_by ident,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index files_by_creation on files (project_id, created_at desc, id desc);
create index files_by_update on files (project_id, updated_at desc, id desc);
create index files_by_name on files (project_id, lower(name) collate "C", id);
create index files_uploading on files (upload_expires_at) where status = 'uploading';

create trigger files_counted after insert on files
  referencing new table as changed for each statement execute function count_in_project('file_count');
create trigger files_uncounted after delete on files
  referencing old table as changed for each statement execute function count_in_project('file_count');

-- However a file goes (by itself, with its project, with its workspace), its bytes and its credit go with it, in the
-- same transaction.
create function release_files() returns trigger language plpgsql as $$
begin
  insert into blob_deletions (prefix, due_at)
  select 'files/' || id || '/', now() from gone
  on conflict (prefix) do update set due_at = excluded.due_at;

  insert into credit_usage as c (workspace_id, credit, period_start, shard, used)
  select w.id, 'storage_bytes', '1970-01-01', 0, -sum(g.charged_bytes)
    from gone g join workspaces w on w.id = g.workspace_id
   group by w.id having sum(g.charged_bytes) > 0
  on conflict (workspace_id, credit, period_start, shard) do update set used = c.used + excluded.used;
  return null;
end $$;
create trigger files_released after delete on files
  referencing old table as gone for each statement execute function release_files();
