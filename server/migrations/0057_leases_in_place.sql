-- A lease is written into its row without touching an index: neither index names a column of the lease any more, and the
-- pages keep room for the second version of their rows. A lease that has run out counts as none, so nobody has to look for
-- those of the dead; they lie where a claim begins, for what is leased was due the longest.
create function lease_in_place(kind text) returns void language plpgsql as $make$
begin
  execute format('alter table %1$s_queue set (fillfactor = 60)', kind);
  execute format('create index %1$s_queue_due on %1$s_queue (lane, subscription_id, due_at, id)', kind);
  execute format('drop index %1$s_queue_ready', kind);
  execute format('drop index %1$s_queue_leased', kind);

  execute format($ddl$
    create function lease_due_%1$s_deliveries(
      p_now timestamptz, p_lease_ms integer, p_token uuid, p_slots integer, p_width integer,
      p_lane smallint, p_subscription text,
      p_known_lanes smallint[], p_known_ids text[], p_known_rooms integer[],
      p_known_after_due timestamptz[], p_known_after_id text[], p_fresh_room integer
    ) returns table (
      id text, subscription_id text, event_id text, event_created_at timestamptz, event_type text, body bytea,
      attempt smallint, once boolean, lane smallint, due_at timestamptz, created_at timestamptz, expired boolean
    ) language plpgsql volatile
      set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off
    as $lease$
    #variable_conflict use_column
    declare
      begun timestamptz := clock_timestamp();
    begin
      -- A lease need not survive a crash of PostgreSQL: without it the row is sent again, which a crash allows. What was
      -- sent is recorded by a commit that waits for the disk, this one does not; it lasts until the end of the transaction.
      perform set_config('synchronous_commit', 'off', true);
      return query
      with recursive
      -- The next subscriptions in the queue, found by leaping through the index from one to the next.
      visited as (
        (select q.lane, q.subscription_id, 1 as n from %1$s_queue q
          where (q.lane, q.subscription_id) > (p_lane, p_subscription)
          order by q.lane, q.subscription_id limit 1)
        union all
        select l.lane, l.subscription_id, v.n + 1 from visited v cross join lateral (
          select q.lane, q.subscription_id from %1$s_queue q
           where (q.lane, q.subscription_id) > (v.lane, v.subscription_id)
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
        select d.place, d.expired from turns t cross join lateral (
          select q.ctid as place, q.leased_until is not null as expired from %1$s_queue q
           where q.lane = t.lane and q.subscription_id = t.subscription_id
             and q.due_at <= p_now and (q.due_at, q.id) > (t.after_due, t.after_id)
             and (q.leased_until is null or q.leased_until < begun)
           order by q.due_at, q.id limit t.room for update skip locked) d
         limit p_slots
      ),
      leased as (
        update %1$s_queue q set leased_until = begun + p_lease_ms * interval '1 millisecond', lease_token = p_token
          from picked p where q.ctid = p.place
        returning q.id, q.subscription_id, q.event_id, q.event_created_at, q.event_type, q.body, q.attempt, q.once, q.lane,
                  q.due_at, q.created_at, p.expired
      )
      select l.id::text, l.subscription_id::text, l.event_id::text, l.event_created_at::timestamptz, l.event_type, l.body,
             l.attempt, l.once, l.lane, l.due_at::timestamptz, l.created_at::timestamptz, l.expired from leased l
      union all
      -- The last that was visited, and whether others may follow: a row without an id.
      (select null, v.subscription_id::text, null, null, null, null, null, v.n = p_width, v.lane, null, null, null
         from visited v order by v.n desc limit 1);
    end $lease$
  $ddl$, kind);

  -- What nodes call that still run the version before: they lease as they did, and leave leases that ran out to the others.
  execute format($ddl$
    create or replace function reclaim_%1$s_deliveries() returns integer language sql as 'select 0'
  $ddl$, kind);
  -- The version before that one.
  execute format('drop function claim_%1$s_deliveries', kind);
end $make$;

select lease_in_place('webhook');
select lease_in_place('automation');
drop function lease_in_place(text);
