-- A workspace deletes recordings only with a period, so that setting one later does not start the deletion unnoticed.
update workspaces set retention_deletes = false where retention_deletes and retention_days is null;
alter table workspaces add constraint workspaces_retention_check check (retention_days is not null or not retention_deletes);
