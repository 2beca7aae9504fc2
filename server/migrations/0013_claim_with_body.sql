-- A claim hands out the event's bytes itself. A statement around it would look for them with its own, older snapshot, and
-- not find those of an event that was committed between the two: the delivery would be taken for one without a body.
create function make_claim_function(kind text) returns void language plpgsql as $make$
begin
  execute format($ddl$
    create or replace function claim_%1$s_deliveries(
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
      select c.id, c.subscription_id, c.event_id, c.event_created_at, c.event_type,
             coalesce(c.body, (select e.body from events e where e.id = c.event_id and e.created_at = c.event_created_at)),
             c.attempt, c.once, c.lane, c.due_at, c.leased_until, c.lease_token, c.created_at
        from claimed c
      union all
      -- Where the round stopped, if it stopped before the end: a row without an id.
      select null::ident, v.subscription_id, null::ident, null::timestamptz(3), null, null, null, null, v.lane,
             null::timestamptz(3), null, null, null::timestamptz(3)
        from visited v where v.n = p_width;
    end $claim$
  $ddl$, kind);
end $make$;

select make_claim_function('webhook');
select make_claim_function('automation');
