-- Storage credit for bytes that are being written and that no record refers to yet. It is given back when the row is
-- deleted: together with the bytes, or in the transaction of the record that takes them over and pays for them.
alter table blob_deletions
  add column held_by ident,
  add column held_bytes bigint not null default 0;

create function release_held_storage() returns trigger language plpgsql as $$
begin
  insert into credit_usage as c (workspace_id, credit, period_start, shard, used)
  select w.id, 'storage_bytes', '1970-01-01', 0, -old.held_bytes from workspaces w where w.id = old.held_by
  on conflict (workspace_id, credit, period_start, shard) do update set used = c.used + excluded.used;
  return null;
end $$;
create trigger held_storage_released after delete on blob_deletions
  for each row when (old.held_bytes > 0) execute function release_held_storage();
