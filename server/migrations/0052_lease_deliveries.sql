-- What claim_%_deliveries did, at a lower price: the rows that were just locked are found by their place and not by a second
-- search of the index, and the events, with all their days, are left to a statement of their own, which comes later and so
-- sees them. The commit of a lease does not wait for the disk. The old functions stay for nodes that still run the version before.
create function make_lease_function(kind text) returns void language plpgsql as $make$
begin
  execute format($ddl$
    create function lease_%1$s_deliveries(
      p_now timestamptz, p_lease_ms integer, p_token uuid, p_slots integer, p_width integer,
      p_lane smallint, p_subscription text,
      p_known_lanes smallint[], p_known_ids text[], p_known_rooms integer[],
      p_known_after_due timestamptz[], p_known_after_id text[], p_fresh_room integer
    ) returns setof %1$s_queue language plpgsql volatile
      set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off
    as $lease$
    begin
      -- A lease need not survive a crash of PostgreSQL: without it the row is sent again, which a crash allows. What was
      -- sent is recorded by a commit that waits for the disk, this one does not; it lasts until the end of the transaction.
      perform set_config('synchronous_commit', 'off', true);
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
        select d.place from turns t cross join lateral (
          select q.ctid as place from %1$s_queue q
           where q.leased_until is null and q.lane = t.lane and q.subscription_id = t.subscription_id
             and q.due_at <= p_now and (q.due_at, q.id) > (t.after_due, t.after_id)
           order by q.due_at, q.id limit t.room for update skip locked) d
         limit p_slots
      ),
      leased as (
        update %1$s_queue q
           set leased_until = clock_timestamp() + p_lease_ms * interval '1 millisecond', lease_token = p_token
          from picked p where q.ctid = p.place
        returning q.*
      )
      select * from leased
      union all
      -- Where the round stopped, if it stopped before the end: a row without an id.
      select null::ident, v.subscription_id, null::ident, null::timestamptz(3), null, null, null, null, v.lane,
             null::timestamptz(3), null, null, null::timestamptz(3)
        from visited v where v.n = p_width;
    end $lease$
  $ddl$, kind);
end $make$;

select make_lease_function('webhook');
select make_lease_function('automation');
