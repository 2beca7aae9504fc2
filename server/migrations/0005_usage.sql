-- Requests, counted in memory and added here every few seconds.
create table usage_counts (
  user_id ident not null references users on delete cascade,
  day date not null,
  endpoint text not null,
  outcome text not null check (outcome in ('succeeded', 'client_error', 'server_error', 'rate_limited')),
  count bigint not null,
  primary key (user_id, day, endpoint, outcome)
);

create table recent_requests (
  user_id ident not null references users on delete cascade,
  request_id text not null,
  method text not null,
  path text not null,
  status smallint not null,
  at timestamptz(3) not null
);
create index recent_requests_of_user on recent_requests (user_id, at desc);

-- Credits of a plan (contract §2), spent in the transaction of the work. Where the plan sets a limit all is in
-- shard 0, whose row lock makes overspending impossible; without a limit each connection has a shard of its own.
create table credit_usage (
  workspace_id ident not null references workspaces on delete cascade,
  credit text not null,
  period_start date not null,
  shard smallint not null,
  used bigint not null,
  primary key (workspace_id, credit, period_start, shard)
) with (fillfactor = 70);
