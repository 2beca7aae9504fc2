create table clips (
  id ident primary key,
  workspace_id ident not null references workspaces on delete cascade,
  project_id ident not null references projects on delete cascade,
  file_id ident not null references files on delete cascade,
  name text not null,
  description text,
  start_seconds double precision not null check (start_seconds >= 0),
  end_seconds double precision not null,
  captions boolean not null default false,
  status text not null check (status in ('processing', 'ready', 'failed')),
  content_type text,
  size_bytes bigint,
  blob_key text,
  thumbnail_key text,
  share_token text collate "C" unique,
  error jsonb,
  created_by ident,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  check (end_seconds > start_seconds)
);
create index clips_by_creation on clips (project_id, created_at desc, id desc);
create index clips_by_update on clips (project_id, updated_at desc, id desc);
create index clips_by_name on clips (project_id, lower(name) collate "C", id);
create index clips_of_file on clips (file_id);

create trigger clips_counted after insert on clips
  referencing new table as changed for each statement execute function count_in_project('clip_count');
create trigger clips_uncounted after delete on clips
  referencing old table as changed for each statement execute function count_in_project('clip_count');

create function release_clips() returns trigger language plpgsql as $$
begin
  insert into blob_deletions (prefix, due_at)
  select 'clips/' || id || '/', now() from gone
  on conflict (prefix) do update set due_at = excluded.due_at;
  return null;
end $$;
create trigger clips_released after delete on clips
  referencing old table as gone for each statement execute function release_clips();
