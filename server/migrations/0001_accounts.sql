-- Ids sort by creation only under byte order, whatever the collation of the database.
create domain ident as text collate "C";

create table workspaces (
  id ident primary key,
  name text not null,
  slug text not null unique,
  plan text not null check (plan in ('free', 'basic', 'standard', 'plus', 'self_hosted')),
  retention_days integer,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);

create table users (
  id ident primary key,
  workspace_id ident not null references workspaces on delete cascade,
  email text not null,
  name text not null,
  role text not null check (role in ('owner', 'admin', 'member', 'viewer')),
  kind text not null check (kind in ('researcher', 'participant')),
  timezone text not null default 'UTC',
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
-- One account an address, however it is typed.
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

-- Facts about this installation: whether it was set up, which secret key it was set up with.
create table settings (
  name text primary key,
  value text not null
);
