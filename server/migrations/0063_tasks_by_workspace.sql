-- Tasks are claimed round-robin by workspace, so that a workspace with a long queue does not delay the others.
-- The default is for a server of the previous version that still adds tasks during a rolling upgrade.
alter table tasks add column workspace_id ident not null default '';
update tasks t set workspace_id = f.workspace_id from files f where f.id = t.subject;
update tasks t set workspace_id = c.workspace_id from clips c where c.id = t.subject;
update tasks t set workspace_id = j.workspace_id from jobs j where j.id = t.subject;
drop index tasks_due;
create index tasks_due on tasks (kind, workspace_id, due_at);
