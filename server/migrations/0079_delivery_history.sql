-- Every secret that was replaced less than 24 hours ago also signs (contract §8): the sealed secrets and the instant until
-- which each of them signs, newest first. The two old columns stay for nodes that still run the version before.
alter table webhooks
  add column previous_secrets bytea[] not null default '{}',
  add column previous_secrets_until timestamptz(3)[] not null default '{}';
update webhooks set previous_secrets = array[previous_secret], previous_secrets_until = array[previous_secret_until]
 where previous_secret is not null and previous_secret_until is not null;

-- What a single delivery shows: the signatures as sent, and the beginning of the answer to a failed attempt.
alter table webhook_attempts
  add column svc_signature text,
  add column standard_signature text,
  add column response_body text;
alter table automation_attempts
  add column svc_signature text,
  add column standard_signature text,
  add column response_body text;

-- The history is listed by the time of the attempt. A skipped delivery was never attempted and is listed under its creation.
create index webhook_attempts_by_time on webhook_attempts (subscription_id, (coalesce(attempted_at, created_at)), id);
drop index webhook_attempts_of_type;
create index webhook_attempts_of_type_by_time
  on webhook_attempts (subscription_id, event_type, (coalesce(attempted_at, created_at)), id);
drop index webhook_attempts_not_succeeded;
create index webhook_attempts_not_succeeded_by_time
  on webhook_attempts (subscription_id, status, (coalesce(attempted_at, created_at)), id) where status <> 'succeeded';
