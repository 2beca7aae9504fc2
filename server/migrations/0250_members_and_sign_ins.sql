-- The theme of the web application, for all browsers of a person.
alter table users add column theme text not null default 'system' check (theme in ('system', 'light', 'dark'));
-- A cached key contains its user, so a new theme must reach every node.
drop trigger holders_changed on users;
create trigger holders_changed after update of email, name, role, kind, timezone, workspace_id, theme on users
  for each statement execute function raise_key_revision();

-- A person sees where they are signed in. The default serves servers of the previous version during an update.
alter table sign_ins
  add column id ident not null default ('sin_' || substr(replace(gen_random_uuid()::text, '-', ''), 1, 26)),
  add column browser text,
  add column last_used_at timestamptz(3);
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

-- A row is deleted when the invitation is accepted or withdrawn. The token is sealed, because the mail is written when it is sent.
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
