-- The first 2xx answer to a POST with an Idempotency-Key (specification §4.1), sealed because it may hold a secret.
-- The row is inserted first, in the transaction of the work itself: a twin waits on it, a crash takes it away.
create table idempotency_keys (
  user_id ident not null references users on delete cascade,
  key text collate "C" not null,
  path text not null,
  status smallint,
  body bytea,
  created_at timestamptz(3) not null,
  primary key (user_id, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);
