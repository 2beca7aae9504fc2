-- When a file, its transcript, or a tagging, note or clip of it last changed. Written like project_activity: with SKIP LOCKED and
-- without a foreign key, so no writer waits here for another one or for the row of the file.
create table file_activity (
  file_id ident primary key,
  at timestamptz(3) not null
) with (fillfactor = 50);

create function touch_file(touched_id text, touched_at timestamptz, may_insert boolean) returns void
  language plpgsql as $$
declare
  seen timestamptz;
begin
  select a.at into seen from file_activity a where a.file_id = touched_id;
  if not found then
    -- Notes survive their file and change when it is deleted.
    if may_insert and exists (select 1 from files f where f.id = touched_id) and pg_try_advisory_xact_lock(hashtextextended('file_activity:' || touched_id, 0)) then
      insert into file_activity values (touched_id, touched_at) on conflict do nothing;
    end if;
  elsif seen < touched_at then
    perform 1 from file_activity a where a.file_id = touched_id for update skip locked;
    if found then
      update file_activity a set at = greatest(a.at, touched_at) where a.file_id = touched_id;
    end if;
  end if;
end $$;

create function note_file_activity() returns trigger language plpgsql as $$
begin
  perform touch_file(c.file_id, c.at, true)
    from (select file_id, max(updated_at) as at from changed where file_id is not null group by file_id order by file_id) c;
  return null;
end $$;

-- Nothing is inserted, because the file itself may be deleted with all its rows.
create function note_file_removal() returns trigger language plpgsql as $$
begin
  perform touch_file(c.file_id, clock_timestamp(), false)
    from (select distinct file_id from changed where file_id is not null order by file_id) c;
  return null;
end $$;

do $$
declare
  child text;
begin
  foreach child in array array['transcripts', 'taggings', 'notes', 'clips'] loop
    execute format('create trigger %1$s_file_active_added after insert on %1$I
      referencing new table as changed for each statement execute function note_file_activity()', child);
    execute format('create trigger %1$s_file_active_changed after update on %1$I
      referencing new table as changed for each statement execute function note_file_activity()', child);
    execute format('create trigger %1$s_file_active_removed after delete on %1$I
      referencing old table as changed for each statement execute function note_file_removal()', child);
  end loop;
end $$;

create function forget_file_activity() returns trigger language plpgsql as $$
begin
  delete from file_activity where file_id in (select id from gone);
  return null;
end $$;
create trigger files_activity_forgotten after delete on files
  referencing old table as gone for each statement execute function forget_file_activity();

insert into file_activity
select file_id, max(updated_at) from (
  select file_id, updated_at from transcripts
  union all select file_id, updated_at from taggings where file_id is not null
  union all select file_id, updated_at from notes where file_id is not null
  union all select file_id, updated_at from clips
) parts group by file_id;
