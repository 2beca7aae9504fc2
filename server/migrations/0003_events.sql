-- One row for each thing that happened, written in the transaction of the change, its body final.
-- Kept 30 days (contract §8) and dropped a day at a time.
create table events (
  id ident not null,
  workspace_id ident not null,
  project_id ident not null,
  type text not null,
  body bytea not null,
  created_at timestamptz(3) not null,
  primary key (id, created_at)
) partition by range (created_at);
create index events_by_creation on events (workspace_id, created_at desc, id desc);

-- Takes what no day covers, so that an insert can't fail because a chore did not run.
create table events_default partition of events default;

-- Makes the partitions of the coming days; a day whose rows already lie in the default partition is left there.
create function make_day_partitions(parent text, from_day date, days integer) returns void language plpgsql as $$
declare
  day date;
begin
  perform pg_advisory_xact_lock(7246002);
  for day in select from_day + i from generate_series(0, days - 1) i loop
    if to_regclass(format('%I', parent || '_' || to_char(day, 'YYYYMMDD'))) is null then
      begin
        execute format('create table %I partition of %I for values from (%L) to (%L)',
          parent || '_' || to_char(day, 'YYYYMMDD'), parent,
          day::timestamp at time zone 'UTC', (day + 1)::timestamp at time zone 'UTC');
      exception when check_violation then
        null;
      end;
    end if;
  end loop;
end $$;

-- Drops whole days that end before the given one: no long delete, no bloat.
create function drop_day_partitions(parent text, before_day date) returns integer language plpgsql as $$
declare
  partition text;
  dropped integer := 0;
begin
  perform pg_advisory_xact_lock(7246002);
  for partition in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = to_regclass(format('%I', parent)) and c.relname ~ '_[0-9]{8}$'
       and to_date(right(c.relname, 8), 'YYYYMMDD') < before_day
  loop
    execute format('drop table %I', partition);
    dropped := dropped + 1;
  end loop;
  execute format('delete from %I where created_at < %L',
    parent || '_default', before_day::timestamp at time zone 'UTC');
  return dropped;
end $$;
