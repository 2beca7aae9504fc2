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

-- An event for every hook on it; webhooks know nothing of it.
create function fan_out_to_automations(
  p_event text, p_workspace text, p_project text, p_type text, p_at timestamptz, p_owner text, p_visibility text,
  p_members text[], p_id_prefix text
) returns integer language plpgsql volatile as $$
declare
  hooks ident[];
begin
  select array_agg(h.id) into hooks from automation_hooks h
   where h.workspace_id = p_workspace and h.event = p_type and h.deleted_at is null
     and (h.created_by = p_owner or p_visibility = 'workspace' or h.created_by = any(p_members));
  if hooks is null then
    return 0;
  end if;
  insert into automation_queue (id, subscription_id, event_id, event_created_at, event_type, attempt, lane, due_at, created_at)
  select new_delivery_id(p_id_prefix), h, p_event, p_at, p_type, 1, 0, p_at, p_at from unnest(hooks) h;
  return cardinality(hooks);
end $$;
