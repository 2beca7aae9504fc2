create table webhooks (
  id ident primary key,
  workspace_id ident not null references workspaces on delete cascade,
  created_by ident not null references users on delete cascade,
  url text not null,
  events text[] not null,
  description text,
  -- null: every project that its creator may see
  project_ids text[] collate "C",
  status text not null default 'enabled' check (status in ('enabled', 'disabled')),
  disabled_at timestamptz(3),
  disabled_reason text,
  failing_since timestamptz(3),
  last_success_at timestamptz(3),
  last_failure_at timestamptz(3),
  -- sealed; the previous one signs too until its time is over (contract §8)
  secret bytea not null,
  previous_secret bytea,
  previous_secret_until timestamptz(3),
  -- A deleted one stays as long as the records of its attempts do.
  deleted_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
) with (fillfactor = 70);
create index webhooks_enabled on webhooks (workspace_id) where status = 'enabled' and deleted_at is null;
create index webhooks_disabled on webhooks (workspace_id) where status = 'disabled' and deleted_at is null;
create index webhooks_finished on webhooks (id) where status = 'disabled' or deleted_at is not null;
create index webhooks_of_creator on webhooks (created_by, created_at desc, id desc) where deleted_at is null;

-- A delivery's id, made in SQL because the fan-out alone knows how many there are: a UUIDv7 like any other id, from
-- the prefix and the ten characters of time that the caller made, and the random parts of a UUIDv4.
create function new_delivery_id(dated_prefix text) returns text language plpgsql volatile as $$
declare
  random text := gen_random_uuid()::text;
begin
  return dated_prefix || 'e' || substr(random, 1, 2) || substr(random, 20, 1) || substr(random, 25, 12);
end $$;

-- The tables of one kind of delivery, and the three steps whose cost must not depend on how much waits. One mechanism,
-- two instances: webhooks here, automations in the next migration. Why it is built so: docs/adr/0010-delivery-queue.md.
create function make_delivery_tables(kind text) returns void language plpgsql as $make$
begin
  -- What waits or is under way, one row for the next attempt of each delivery. A row with a lease is a worker's.
  execute format($ddl$
    create table %1$s_queue (
      id ident not null,
      subscription_id ident not null,
      event_id ident not null,
      event_created_at timestamptz(3) not null,
      event_type text not null,
      -- only where the event is not in the events table: the sample of a test
      body bytea,
      attempt smallint not null,
      -- one attempt and no retry
      once boolean not null default false,
      -- 0: first attempts; 1: retries and replays, which must not hold up the first
      lane smallint not null,
      due_at timestamptz(3) not null,
      leased_until timestamptz,
      lease_token uuid,
      created_at timestamptz(3) not null,
      primary key (subscription_id, created_at, id)
    ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0,
            autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 100000)
  $ddl$, kind);
  execute format('create index %1$s_queue_ready on %1$s_queue (lane, subscription_id, due_at, id) where leased_until is null', kind);
  execute format('create index %1$s_queue_leased on %1$s_queue (leased_until) where leased_until is not null', kind);

  -- One record for each attempt (specification §2.2), 30 days, dropped a day at a time.
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
      primary key (subscription_id, created_at, id)
    ) partition by range (created_at)
  $ddl$, kind);
  execute format('create index %1$s_attempts_of_event on %1$s_attempts (event_id)', kind);
  execute format('create index %1$s_attempts_of_type on %1$s_attempts (subscription_id, event_type, created_at, id)', kind);
  execute format($ddl$
    create index %1$s_attempts_not_succeeded on %1$s_attempts (subscription_id, status, created_at, id) where status <> 'succeeded'
  $ddl$, kind);
  execute format('create table %1$s_attempts_default partition of %1$s_attempts default', kind);

  -- The planner knows a queue from the last time it was analysed, which may have been when it was empty: without these
  -- settings a million rows that came since would be read from end to end for each claim.
  execute format($ddl$
    create function claim_%1$s_deliveries(
      p_now timestamptz, p_lease_ms integer, p_token uuid, p_slots integer, p_width integer,
      p_lane smallint, p_subscription text,
      p_known_lanes smallint[], p_known_ids text[], p_known_rooms integer[],
      p_known_after_due timestamptz[], p_known_after_id text[], p_fresh_room integer
    ) returns setof %1$s_queue language plpgsql volatile
      set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off
    as $claim$
    begin
      return query
      with recursive
      -- The next subscriptions that have anything waiting, found by leaping through the index from one to the next.
      visited as (
        (select q.lane, q.subscription_id, 1 as n from %1$s_queue q
          where q.leased_until is null and (q.lane, q.subscription_id) > (p_lane, p_subscription)
          order by q.lane, q.subscription_id limit 1)
        union all
        select l.lane, l.subscription_id, v.n + 1 from visited v cross join lateral (
          select q.lane, q.subscription_id from %1$s_queue q
           where q.leased_until is null and (q.lane, q.subscription_id) > (v.lane, v.subscription_id)
           order by q.lane, q.subscription_id limit 1) l
         where v.n < p_width
      ),
      turns as materialized (
        select v.lane, v.subscription_id, coalesce(k.room, p_fresh_room) as room,
               coalesce(k.after_due, '-infinity') as after_due, coalesce(k.after_id, '') as after_id
          from visited v left join unnest(p_known_lanes, p_known_ids, p_known_rooms, p_known_after_due, p_known_after_id)
            as k (lane, id, room, after_due, after_id) on k.lane = v.lane and k.id = v.subscription_id
         order by v.n
      ),
      picked as materialized (
        select d.subscription_id, d.created_at, d.id from turns t cross join lateral (
          select q.subscription_id, q.created_at, q.id from %1$s_queue q
           where q.leased_until is null and q.lane = t.lane and q.subscription_id = t.subscription_id
             and q.due_at <= p_now and (q.due_at, q.id) > (t.after_due, t.after_id)
           order by q.due_at, q.id limit t.room for update skip locked) d
         limit p_slots
      ),
      claimed as (
        update %1$s_queue q
           set leased_until = clock_timestamp() + p_lease_ms * interval '1 millisecond', lease_token = p_token
          from picked p
         where q.subscription_id = p.subscription_id and q.created_at = p.created_at and q.id = p.id
        returning q.*
      )
      select * from claimed
      union all
      -- Where the round stopped, if it stopped before the end: a row without an id.
      select null::ident, v.subscription_id, null::ident, null::timestamptz(3), null, null, null, null, v.lane,
             null::timestamptz(3), null, null, null::timestamptz(3)
        from visited v where v.n = p_width;
    end $claim$
  $ddl$, kind);

  -- Takes rows out of the queue for whoever still holds their lease; the others get nothing (delivery engine §5).
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

  -- Gives back what a dead or frozen worker held.
  execute format($ddl$
    create function reclaim_%1$s_deliveries() returns integer language plpgsql volatile
      set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off
    as $reclaim$
    declare
      reclaimed integer;
    begin
      update %1$s_queue q set leased_until = null, lease_token = null
        from (select l.subscription_id, l.created_at, l.id from %1$s_queue l
               where l.leased_until < clock_timestamp() order by l.leased_until limit 1000 for update skip locked) l
       where q.subscription_id = l.subscription_id and q.created_at = l.created_at and q.id = l.id;
      get diagnostics reclaimed = row_count;
      return reclaimed;
    end $reclaim$
  $ddl$, kind);
end $make$;

select make_delivery_tables('webhook');

-- An event for every subscription that it concerns, in the statement that writes the event (delivery engine §1): a
-- delivery for those that are enabled; while one is disabled a record says what was not sent (§15). Answers how many
-- deliveries there are. As a function because most workspaces have no subscription: they pay for one look, not for
-- the plans of two inserts.
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
    insert into webhook_queue (id, subscription_id, event_id, event_created_at, event_type, attempt, lane, due_at, created_at)
    select new_delivery_id(p_id_prefix), id, p_event, p_at, p_type, 1, 0, p_at, p_at from unnest(enabled) id;
  end if;
  if disabled is not null then
    insert into webhook_attempts (id, subscription_id, event_id, event_created_at, event_type, attempt, status, error, created_at)
    select new_delivery_id(p_id_prefix), id, p_event, p_at, p_type, 1, 'skipped', 'subscription_disabled', p_at
      from unnest(disabled) id;
  end if;
  return coalesce(cardinality(enabled), 0);
end $$;
