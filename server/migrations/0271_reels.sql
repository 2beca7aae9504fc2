-- A reel joins several clips into one recording. Its parts are copies of the clips' places, so that it does not depend on
-- the clips. It is deleted with any of its recordings, because it contains their picture and sound.
create table reels (
  id ident primary key,
  workspace_id ident not null references workspaces on delete cascade,
  project_id ident not null references projects on delete cascade,
  name text not null,
  description text,
  captions boolean not null default false,
  status text not null check (status in ('processing', 'ready', 'failed')),
  content_type text,
  size_bytes bigint,
  blob_key text,
  thumbnail_key text,
  share_hash bytea unique,
  share_sealed bytea,
  error jsonb,
  created_by ident,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index reels_by_creation on reels (project_id, created_at desc, id desc);
create index reels_by_update on reels (project_id, updated_at desc, id desc);
create index reels_by_name on reels (project_id, lower(name) collate "C", id);

create table reel_parts (
  reel_id ident not null references reels on delete cascade,
  position integer not null,
  clip_id ident references clips on delete set null,
  file_id ident not null references files on delete cascade,
  start_seconds double precision not null check (start_seconds >= 0),
  end_seconds double precision not null,
  primary key (reel_id, position),
  check (end_seconds > start_seconds)
);
create index reel_parts_of_file on reel_parts (file_id);
create index reel_parts_of_clip on reel_parts (clip_id) where clip_id is not null;

create trigger reels_active_added after insert on reels
  referencing new table as changed for each statement execute function note_activity();
create trigger reels_active_changed after update on reels
  referencing new table as changed for each statement execute function note_activity();
create trigger reels_active_removed after delete on reels
  referencing old table as changed for each statement execute function note_removal();

create function release_reels() returns trigger language plpgsql as $$
begin
  insert into blob_deletions (prefix, due_at)
  select 'reels/' || id || '/', now() from gone
  on conflict (prefix) do update set due_at = excluded.due_at;
  return null;
end $$;
create trigger reels_released after delete on reels
  referencing old table as gone for each statement execute function release_reels();

create function delete_reels_of_parts() returns trigger language plpgsql as $$
begin
  delete from reels where id in (select reel_id from gone);
  return null;
end $$;
create trigger reel_parts_removed after delete on reel_parts
  referencing old table as gone for each statement execute function delete_reels_of_parts();
