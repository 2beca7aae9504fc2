-- Accounts, sign-in, API keys, and what is counted for a plan.

-- Ids sort by creation only in byte order, so the collation of the database does not apply to them.
create domain ident as text collate "C";

create table workspaces (
  id ident primary key,
  name text not null,
  slug text not null unique,
  plan text not null check (plan in ('free', 'basic', 'standard', 'plus', 'self_hosted')),
  -- Recordings that are older are deleted only if `retention_deletes`, so setting a period later cannot start the deletion
  -- unnoticed.
  retention_days integer,
  retention_deletes boolean not null default false,
  retention_changed_at timestamptz,
  -- Whether personal data is replaced before text is sent to a language model. Null: the default of the server.
  ai_redaction boolean,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  constraint workspaces_retention_check check (retention_days is not null or not retention_deletes)
);

create table users (
  id ident primary key,
  workspace_id ident not null references workspaces on delete cascade,
  email text not null,
  name text not null,
  role text not null check (role in ('owner', 'admin', 'member', 'viewer')),
  kind text not null check (kind in ('researcher', 'participant')),
  timezone text not null default 'UTC',
  -- Of the web application, in all browsers of the person.
  theme text not null default 'system' check (theme in ('system', 'light', 'dark')),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
-- An address has one account, in any letter case.
create unique index users_email on users (lower(email));
create index users_workspace on users (workspace_id, created_at, id);

create table api_keys (
  id ident primary key,
  user_id ident not null references users on delete cascade,
  name text not null,
  hash bytea not null unique,
  last_four text not null,
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  last_used_at timestamptz(3),
  created_at timestamptz(3) not null
);
create index api_keys_user on api_keys (user_id, created_at desc, id desc);

-- For the cache of API keys and their users. A node uses its cache only while it holds a lease of the current revision. A
-- change of a key increases the revision and waits until no lease of an older revision is left.
create table key_revision (
  one boolean primary key default true check (one),
  revision bigint not null
);
insert into key_revision (revision) values (1);

create table key_leases (
  node_id text primary key,
  revision bigint not null,
  ends_at timestamptz not null
);

-- A user without a row here has no password, and cannot sign in with one.
create table passwords (
  user_id ident primary key references users on delete cascade,
  hash text not null,
  updated_at timestamptz(3) not null
);

-- A browser that is signed in. Only the SHA-256 of its token is stored, so a copy of this table does not allow anyone to sign in.
create table sign_ins (
  token_hash bytea primary key,
  id ident not null,
  user_id ident not null references users on delete cascade,
  browser text,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);
create index sign_ins_user on sign_ins (user_id);
create index sign_ins_expiry on sign_ins (expires_at);
create unique index sign_ins_id on sign_ins (id);

-- Links that sign in once or set a new password. Only the hash of their token is stored.
create table one_time_links (
  token_hash bytea primary key,
  purpose text not null check (purpose in ('sign_in', 'password_reset')),
  user_id ident not null references users (id) on delete cascade,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);
create index one_time_links_expiry on one_time_links (expires_at);
create index one_time_links_user on one_time_links (user_id);

-- A row is deleted when the invitation is accepted or withdrawn. The token is encrypted and stored, because the mail with its
-- link is written when it is sent.
create table member_invitations (
  id ident primary key,
  workspace_id ident not null references workspaces (id) on delete cascade,
  email text not null,
  role text not null check (role in ('admin', 'member', 'viewer')),
  token_hash bytea not null unique,
  sealed bytea not null,
  created_by ident,
  sent_at timestamptz(3),
  bounce_reason text,
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create unique index member_invitations_address on member_invitations (workspace_id, lower(email));
create index member_invitations_of_workspace on member_invitations (workspace_id, created_at, id);

-- Properties of this installation: whether it was set up, and with which secret key.
create table settings (
  name text primary key,
  value text not null
);

-- Requests are counted in memory and added here every few seconds.
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

-- Credits of a plan, spent in the transaction of the work. If the plan has a limit, everything is in shard 0, whose row lock
-- makes overspending impossible. Without a limit each connection has its own shard.
create table credit_usage (
  workspace_id ident not null references workspaces on delete cascade,
  credit text not null,
  period_start date not null,
  shard smallint not null,
  used bigint not null,
  primary key (workspace_id, credit, period_start, shard)
) with (fillfactor = 70);

-- Spends a credit of a plan with a limit, or raises CR001. A statement that fails ends its transaction, so the caller can
-- send it together with the statements that follow and needs no result.
create function spend_limited_credit(
  in_workspace_id text, in_credit text, in_period_start date, in_amount bigint, in_limit bigint
) returns void language plpgsql as $$
declare
  -- Other shards were filled while the plan had no limit; nothing is added to them now.
  other_shards bigint := coalesce((
    select sum(o.used) from credit_usage o
     where o.workspace_id = in_workspace_id and o.credit = in_credit and o.period_start = in_period_start
       and o.shard <> 0), 0);
begin
  -- The row lock of the upsert serializes concurrent transactions, and each sees what the others have spent.
  insert into credit_usage as c (workspace_id, credit, period_start, shard, used)
  select in_workspace_id, in_credit, in_period_start, 0, in_amount
   where in_amount + other_shards + coalesce((
     select o.used from credit_usage o
      where o.workspace_id = in_workspace_id and o.credit = in_credit and o.period_start = in_period_start
        and o.shard = 0), 0) <= in_limit
  on conflict (workspace_id, credit, period_start, shard) do update set used = c.used + excluded.used
    where c.used + excluded.used + other_shards <= in_limit;
  if not found then
    raise exception using errcode = 'CR001', message = 'The limit of the plan is reached.';
  end if;
end $$;

-- The first 2xx response to a POST with an Idempotency-Key, encrypted because it may contain a secret. The row is inserted
-- first, in the transaction of the work: a duplicate request waits for it, and a crash removes it. Rows are deleted after a
-- day, so they need neither a foreign key nor a sorted index.
create table idempotency_keys (
  user_id ident not null,
  key text collate "C" not null,
  path text not null,
  status smallint,
  body bytea,
  created_at timestamptz(3) not null,
  primary key (user_id, key)
);
create index idempotency_keys_age on idempotency_keys using brin (created_at);
