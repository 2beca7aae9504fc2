-- The creation of the oldest event whose attempt failed since the last success. A replay from here sends every missed event.
-- failing_since is the end of the first failed attempt, from which the 24 hours until the webhook is disabled count.
alter table webhooks add column missed_since timestamptz(3);
update webhooks w set missed_since = (
  select min(a.event_created_at) from webhook_attempts a
   where a.subscription_id = w.id and a.status = 'failed'
     and a.attempted_at + a.duration_ms * interval '1 millisecond'
         >= coalesce(w.last_success_at - interval '1 second', '-infinity'))
 where w.failing_since is not null;
