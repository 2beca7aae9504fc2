-- Every event asks whether its workspace has subscriptions at all: one look, whatever their status.
create index webhooks_live on webhooks (workspace_id) where deleted_at is null;
drop index webhooks_enabled;
drop index webhooks_disabled;
