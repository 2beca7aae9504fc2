-- What nodes may remember of keys and their holders (ADR 2). A node answers from memory only while it holds a lease
-- taken at the present revision; whoever changes something waits until no lease of an older revision is left.
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

create function raise_key_revision() returns trigger language plpgsql as $$
begin
  update key_revision set revision = revision + 1;
  return null;
end $$;

-- Whoever writes these, by whatever path, raises the revision. When a key was last used is not among them.
create trigger keys_changed after delete or update of name, expires_at, revoked_at on api_keys
  for each statement execute function raise_key_revision();
create trigger holders_changed after update of email, name, role, kind, timezone, workspace_id on users
  for each statement execute function raise_key_revision();
create trigger plans_changed after update of plan on workspaces
  for each statement execute function raise_key_revision();
