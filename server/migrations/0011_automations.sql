-- REST hooks of Zapier, Make and n8n (contract §8): a path of their own beside webhooks, with its own queue.
create table automation_hooks (
  id ident primary key,
  workspace_id ident not null references workspaces on delete cascade,
  created_by ident not null references users on delete cascade,
  event text not null,
  target_url text not null,
  -- deleted by its owner, or unsubscribed by a 410 from its target
  deleted_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index automation_hooks_live on automation_hooks (workspace_id, event) where deleted_at is null;
create index automation_hooks_finished on automation_hooks (id) where deleted_at is not null;
create index automation_hooks_of_creator on automation_hooks (created_by, created_at desc, id desc) where deleted_at is null;

select make_delivery_tables('automation');
