-- When something inside a project last changed. In a table of its own, written with SKIP LOCKED: no writer ever waits
-- here, neither for the project's row nor for another writer. If the row is locked, another transaction sets it to a
-- time that is as good.
create table project_activity (
  project_id ident primary key,
  at timestamptz(3) not null
) with (fillfactor = 50);

create function touch_project(touched_id text, touched_at timestamptz, may_insert boolean) returns void
  language plpgsql as $$
declare
  seen timestamptz;
begin
  select a.at into seen from project_activity a where a.project_id = touched_id;
  if not found then
    -- Two inserts of one key would wait for each other: the second one leaves it to the first.
    if may_insert and pg_try_advisory_xact_lock(hashtextextended('project_activity:' || touched_id, 0)) then
      insert into project_activity values (touched_id, touched_at) on conflict do nothing;
    end if;
  elsif seen < touched_at then
    perform 1 from project_activity a where a.project_id = touched_id for update skip locked;
    if found then
      update project_activity a set at = greatest(a.at, touched_at) where a.project_id = touched_id;
    end if;
  end if;
end $$;

create function note_activity() returns trigger language plpgsql as $$
begin
  perform touch_project(c.project_id, c.at, true)
    from (select project_id, max(updated_at) as at from changed group by project_id order by project_id) c;
  return null;
end $$;

-- A removed row does not say when: the database's clock does. Nothing is inserted, because the project itself may be
-- on its way out with all its rows.
create function note_removal() returns trigger language plpgsql as $$
begin
  perform touch_project(c.project_id, clock_timestamp(), false)
    from (select distinct project_id from changed order by project_id) c;
  return null;
end $$;

do $$
declare
  child text;
begin
  foreach child in array array['files', 'transcripts', 'clips', 'tags', 'taggings', 'notes', 'cards', 'tests', 'reports'] loop
    execute format('create trigger %1$s_active_added after insert on %1$I
      referencing new table as changed for each statement execute function note_activity()', child);
    execute format('create trigger %1$s_active_changed after update on %1$I
      referencing new table as changed for each statement execute function note_activity()', child);
    execute format('create trigger %1$s_active_removed after delete on %1$I
      referencing old table as changed for each statement execute function note_removal()', child);
  end loop;
end $$;

-- The first lanes come with their project and are no activity in it: a trigger on each row can leave them out.
create function note_lane_activity() returns trigger language plpgsql as $$
begin
  perform touch_project(new.project_id, new.updated_at, true);
  return null;
end $$;
create trigger lanes_active_added after insert on lanes
  for each row when (not new.with_project) execute function note_lane_activity();
create trigger lanes_active_changed after update on lanes
  for each row execute function note_lane_activity();
create trigger lanes_active_removed after delete on lanes
  referencing old table as changed for each statement execute function note_removal();

-- After the rows below it are gone; those triggers have names that sort before this one.
create function forget_activity() returns trigger language plpgsql as $$
begin
  delete from project_activity a using changed c where a.project_id = c.id;
  return null;
end $$;
create trigger projects_activity_forgotten after delete on projects
  referencing old table as changed for each statement execute function forget_activity();

insert into project_activity (project_id, at)
select c.project_id, max(c.at) from (
  select project_id, max(updated_at) as at from files group by project_id
  union all select project_id, max(updated_at) from transcripts group by project_id
  union all select project_id, max(updated_at) from clips group by project_id
  union all select project_id, max(updated_at) from tags group by project_id
  union all select project_id, max(updated_at) from taggings group by project_id
  union all select project_id, max(updated_at) from notes group by project_id
  union all select project_id, max(updated_at) from lanes group by project_id
  union all select project_id, max(updated_at) from cards group by project_id
  union all select project_id, max(updated_at) from tests group by project_id
  union all select project_id, max(updated_at) from reports group by project_id) c
 group by c.project_id;

-- GET /v1/projects?deleted=true
create index projects_deleted_by_owner on projects (owner_id, created_at desc, id desc) where deleted_at is not null;
