-- Events, live changes, who is on which page, and the delivery of events to webhooks and automations.

-- An event and its rendered body, written in the transaction of the change. Stored for 30 days and dropped a day at a time.
create table events (
  id ident not null,
  workspace_id ident not null,
  project_id ident not null,
  type text not null,
  body bytea not null,
  created_at timestamptz(3) not null,
  -- Ids and times are assigned before the commit, so they do not say in which order events became visible. The transaction id
  -- does, together with a snapshot.
  transaction_id xid8 not null default pg_current_xact_id(),
  primary key (id, created_at)
) partition by range (created_at);
create index events_by_creation on events (workspace_id, created_at desc, id desc);
create index events_by_transaction on events (workspace_id, transaction_id);

-- For rows of days without a partition, so that an insert succeeds even if the periodic task did not run.
create table events_default partition of events default;

-- Creates the partitions of the next days. If rows of a day are in the default partition already, they remain there.
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

-- Drops all days before the given one: no long delete, no bloat.
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

-- Identifies the history of transaction ids of this database. It is not in backups: a restored database gets a new one, and
-- refuses positions of the old one instead of skipping events.
create table event_log_epoch (id text not null);
insert into event_log_epoch values (substr(replace(gen_random_uuid()::text, '-', ''), 1, 12));

-- Changes of records, for the browsers that show them. Triggers (server/derived.sql) write them in the transaction of the change,
-- one row per statement and file. Rows are deleted after an hour.
create table changes (
  -- Says, together with a snapshot, which rows a reader has not seen yet.
  transaction_id xid8 not null default pg_current_xact_id(),
  id bigint generated always as identity,
  at timestamptz(3) not null default clock_timestamp(),
  -- Of changes outside projects; other rows follow the access to their project.
  workspace_id ident,
  project_id ident,
  type text not null,
  action text not null check (action in ('created', 'updated', 'deleted')),
  -- Empty if one statement changed more than 20 records.
  record_ids text[] collate "C" not null,
  file_id ident,
  -- The user of the request. A setting of the transaction, so that features need not pass it on.
  actor_id ident default nullif(current_setting('parley.actor', true), ''),
  -- Who could read a project before its access changed.
  access_before jsonb,
  primary key (transaction_id, id)
) with (autovacuum_vacuum_scale_factor = 0.1);

-- Who has which page open. Unlogged: after a crash, browsers announce themselves again.
create unlogged table presences (
  user_id ident not null references users on delete cascade,
  tab_id text not null,
  project_id ident not null references projects on delete cascade,
  page text not null,
  seen_at timestamptz(3) not null,
  primary key (user_id, tab_id)
);
create index presences_of_page on presences (project_id, page, seen_at);
create index presences_by_age on presences (seen_at);

create table webhooks (
  id ident primary key,
  workspace_id ident not null references workspaces on delete cascade,
  created_by ident not null references users on delete cascade,
  url text not null,
  events text[] not null,
  description text,
  -- Null: every project that its creator may read.
  project_ids text[] collate "C",
  status text not null default 'enabled' check (status in ('enabled', 'disabled')),
  disabled_at timestamptz(3),
  disabled_reason text,
  -- The end of the first failed attempt since the last success. The webhook is disabled 24 hours later.
  failing_since timestamptz(3),
  -- The creation of the oldest event whose attempt failed since the last success. A replay from here sends every missed event.
  missed_since timestamptz(3),
  last_success_at timestamptz(3),
  last_failure_at timestamptz(3),
  -- Encrypted. Secrets that were replaced less than 24 hours ago also sign, newest first, each until its time.
  secret bytea not null,
  previous_secrets bytea[] not null default '{}',
  previous_secrets_until timestamptz(3)[] not null default '{}',
  -- The row of a deleted webhook remains as long as the records of its attempts.
  deleted_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
) with (fillfactor = 70);
create index webhooks_finished on webhooks (id) where status = 'disabled' or deleted_at is not null;
create index webhooks_of_creator on webhooks (created_by, created_at desc, id desc) where deleted_at is null;
-- Every event checks whether its workspace has webhooks, of any status.
create index webhooks_live on webhooks (workspace_id) where deleted_at is null;

-- REST hooks of Zapier, Make and n8n, separate from webhooks and with their own queue.
create table automation_hooks (
  id ident primary key,
  workspace_id ident not null references workspaces on delete cascade,
  created_by ident not null references users on delete cascade,
  event text not null,
  target_url text not null,
  -- Deleted by its owner, or unsubscribed by a 410 of its target.
  deleted_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index automation_hooks_live on automation_hooks (workspace_id, event) where deleted_at is null;
create index automation_hooks_finished on automation_hooks (id) where deleted_at is not null;
create index automation_hooks_of_creator on automation_hooks (created_by, created_at desc, id desc) where deleted_at is null;

-- The id of a delivery. The statement that adds deliveries knows their number, so it also makes their ids: a UUIDv7 like other
-- ids, from the prefix and the ten characters of time that the caller gives, and random parts of a UUIDv4.
create function new_delivery_id(dated_prefix text) returns text language plpgsql volatile as $$
declare
  random text := gen_random_uuid()::text;
begin
  return dated_prefix || 'e' || substr(random, 1, 2) || substr(random, 20, 1) || substr(random, 25, 12);
end $$;

-- The tables of one kind of delivery, and the two steps whose cost must not depend on the length of the queue. Webhooks and
-- automations have the same.
create function make_delivery_tables(kind text) returns void language plpgsql as $make$
begin
  -- Pending deliveries and deliveries in flight, one row for the next attempt of each. A row with a lease belongs to a worker.
  -- No index contains a column of the lease, and the pages have free space for a second version of their rows, so leasing a row
  -- updates no index. An expired lease counts as none.
  execute format($ddl$
    create table %1$s_queue (
      id ident not null,
      subscription_id ident not null,
      event_id ident not null,
      event_created_at timestamptz(3) not null,
      event_type text not null,
      -- Only if the event is not in the events table: the sample of a test.
      body bytea,
      attempt smallint not null,
      -- One attempt and no retry.
      once boolean not null default false,
      -- 0: first attempts; 1: retries and replays, which must not delay the first attempts.
      tier smallint not null,
      due_at timestamptz(3) not null,
      leased_until timestamptz,
      lease_token uuid,
      created_at timestamptz(3) not null,
      primary key (subscription_id, created_at, id)
    ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0,
            autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 100000, fillfactor = 60)
  $ddl$, kind);
  execute format('create index %1$s_queue_due on %1$s_queue (tier, subscription_id, due_at, id)', kind);

  -- One record for each attempt, stored for 30 days and dropped a day at a time.
  execute format($ddl$
    create table %1$s_attempts (
      id ident not null,
      subscription_id ident not null,
      event_id ident not null,
      event_created_at timestamptz(3) not null,
      event_type text not null,
      body bytea,
      attempt smallint not null,
      status text not null check (status in ('succeeded', 'failed', 'skipped')),
      response_code smallint,
      error text,
      duration_ms integer,
      attempted_at timestamptz(3),
      next_attempt_at timestamptz(3),
      created_at timestamptz(3) not null,
      -- The signatures as sent, and the beginning of the response to a failed attempt.
      svc_signature text,
      standard_signature text,
      response_body text,
      primary key (subscription_id, created_at, id)
    ) partition by range (created_at)
  $ddl$, kind);
  execute format('create index %1$s_attempts_of_event on %1$s_attempts (event_id)', kind);
  execute format('create table %1$s_attempts_default partition of %1$s_attempts default', kind);

  -- Leases due rows, in turn by subscription. The settings are needed because the planner knows a queue from its last analysis,
  -- which may have seen it empty: without them each claim would read a million new rows from end to end.
  execute format($ddl$
    create function lease_due_%1$s_deliveries(
      p_now timestamptz, p_lease_ms integer, p_token uuid, p_slots integer, p_width integer,
      p_tier smallint, p_subscription text,
      p_known_tiers smallint[], p_known_ids text[], p_known_rooms integer[],
      p_known_after_due timestamptz[], p_known_after_id text[], p_fresh_room integer
    ) returns table (
      id text, subscription_id text, event_id text, event_created_at timestamptz, event_type text, body bytea,
      attempt smallint, once boolean, tier smallint, due_at timestamptz, created_at timestamptz, expired boolean
    ) language plpgsql volatile
      set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off
    as $lease$
    #variable_conflict use_column
    declare
      begun timestamptz := clock_timestamp();
    begin
      -- A lease need not survive a crash of PostgreSQL: without it the row is sent again, which a crash allows. So this commit
      -- does not wait for the disk. The commit that records the outcome does.
      perform set_config('synchronous_commit', 'off', true);
      return query
      with recursive
      -- The next subscriptions in the queue. Each step finds the next one through the index.
      visited as (
        (select q.tier, q.subscription_id, 1 as n from %1$s_queue q
          where (q.tier, q.subscription_id) > (p_tier, p_subscription)
          order by q.tier, q.subscription_id limit 1)
        union all
        select l.tier, l.subscription_id, v.n + 1 from visited v cross join lateral (
          select q.tier, q.subscription_id from %1$s_queue q
           where (q.tier, q.subscription_id) > (v.tier, v.subscription_id)
           order by q.tier, q.subscription_id limit 1) l
         where v.n < p_width
      ),
      turns as materialized (
        select v.tier, v.subscription_id, coalesce(k.room, p_fresh_room) as room,
               coalesce(k.after_due, '-infinity') as after_due, coalesce(k.after_id, '') as after_id
          from visited v left join unnest(p_known_tiers, p_known_ids, p_known_rooms, p_known_after_due, p_known_after_id)
            as k (tier, id, room, after_due, after_id) on k.tier = v.tier and k.id = v.subscription_id
         order by v.n
      ),
      picked as materialized (
        select d.place, d.expired from turns t cross join lateral (
          select q.ctid as place, q.leased_until is not null as expired from %1$s_queue q
           where q.tier = t.tier and q.subscription_id = t.subscription_id
             and q.due_at <= p_now and (q.due_at, q.id) > (t.after_due, t.after_id)
             and (q.leased_until is null or q.leased_until < begun)
           order by q.due_at, q.id limit t.room for update skip locked) d
         limit p_slots
      ),
      leased as (
        update %1$s_queue q set leased_until = begun + p_lease_ms * interval '1 millisecond', lease_token = p_token
          from picked p where q.ctid = p.place
        returning q.id, q.subscription_id, q.event_id, q.event_created_at, q.event_type, q.body, q.attempt, q.once, q.tier,
                  q.due_at, q.created_at, p.expired
      )
      select l.id::text, l.subscription_id::text, l.event_id::text, l.event_created_at::timestamptz, l.event_type, l.body,
             l.attempt, l.once, l.tier, l.due_at::timestamptz, l.created_at::timestamptz, l.expired from leased l
      union all
      -- The last visited subscription, and whether others may follow: a row without an id.
      (select null, v.subscription_id::text, null, null, null, null, null, v.n = p_width, v.tier, null, null, null
         from visited v order by v.n desc limit 1);
    end $lease$
  $ddl$, kind);

  -- Removes rows from the queue whose lease the caller still holds. The others return nothing.
  execute format($ddl$
    create function take_%1$s_deliveries(
      p_subscriptions text[], p_created timestamptz[], p_ids text[], p_tokens uuid[]
    ) returns setof %1$s_queue language plpgsql volatile
      set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off
    as $take$
    begin
      return query
      delete from %1$s_queue q using unnest(p_subscriptions, p_created, p_ids, p_tokens) as r (subscription_id, created_at, id, token)
       where q.subscription_id = r.subscription_id and q.created_at = r.created_at and q.id = r.id and q.lease_token = r.token
      returning q.*;
    end $take$
  $ddl$, kind);
end $make$;

select make_delivery_tables('webhook');
select make_delivery_tables('automation');
drop function make_delivery_tables(text);

-- The history of webhooks is listed by the time of the attempt. A skipped delivery was never attempted and is listed under its
-- creation.
create index webhook_attempts_by_time on webhook_attempts (subscription_id, (coalesce(attempted_at, created_at)), id);
create index webhook_attempts_of_type_by_time
  on webhook_attempts (subscription_id, event_type, (coalesce(attempted_at, created_at)), id);
create index webhook_attempts_not_succeeded_by_time
  on webhook_attempts (subscription_id, status, (coalesce(attempted_at, created_at)), id) where status <> 'succeeded';
create index automation_attempts_of_type on automation_attempts (subscription_id, event_type, created_at, id);
create index automation_attempts_not_succeeded
  on automation_attempts (subscription_id, status, created_at, id) where status <> 'succeeded';

-- Adds a delivery for each subscription to an event, in the statement that writes the event. If a webhook is disabled, it writes a
-- record of what was not sent. Returns the number of deliveries. It is a function because most workspaces have no subscription:
-- they need one index scan, not the plans of two inserts.
create function fan_out_to_webhooks(
  p_event text, p_workspace text, p_project text, p_type text, p_at timestamptz, p_owner text, p_visibility text,
  p_members text[], p_id_prefix text
) returns integer language plpgsql volatile as $$
declare
  enabled ident[];
  disabled ident[];
begin
  select array_agg(w.id) filter (where w.status = 'enabled'), array_agg(w.id) filter (where w.status = 'disabled')
    into enabled, disabled from webhooks w
   where w.workspace_id = p_workspace and w.deleted_at is null
     and p_type = any(w.events) and (w.project_ids is null or p_project = any(w.project_ids))
     and (w.created_by = p_owner or p_visibility = 'workspace' or w.created_by = any(p_members));
  if enabled is not null then
    insert into webhook_queue (id, subscription_id, event_id, event_created_at, event_type, attempt, tier, due_at, created_at)
    select new_delivery_id(p_id_prefix), id, p_event, p_at, p_type, 1, 0, p_at, p_at from unnest(enabled) id;
  end if;
  if disabled is not null then
    insert into webhook_attempts (id, subscription_id, event_id, event_created_at, event_type, attempt, status, error, created_at)
    select new_delivery_id(p_id_prefix), id, p_event, p_at, p_type, 1, 'skipped', 'subscription_disabled', p_at
      from unnest(disabled) id;
  end if;
  return coalesce(cardinality(enabled), 0);
end $$;

-- The same for automations.
create function fan_out_to_automations(
  p_event text, p_workspace text, p_project text, p_type text, p_at timestamptz, p_owner text, p_visibility text,
  p_members text[], p_id_prefix text
) returns integer language plpgsql volatile as $$
declare
  hooks ident[];
begin
  select array_agg(h.id) into hooks from automation_hooks h
   where h.workspace_id = p_workspace and h.event = p_type and h.deleted_at is null
     and (h.created_by = p_owner or p_visibility = 'workspace' or h.created_by = any(p_members));
  if hooks is null then
    return 0;
  end if;
  insert into automation_queue (id, subscription_id, event_id, event_created_at, event_type, attempt, tier, due_at, created_at)
  select new_delivery_id(p_id_prefix), h, p_event, p_at, p_type, 1, 0, p_at, p_at from unnest(hooks) h;
  return cardinality(hooks);
end $$;
