-- Whether recordings that are older than retention_days are deleted (ADR 289), and when one of the two settings last changed.
alter table workspaces add column retention_deletes boolean not null default false;
alter table workspaces add column retention_changed_at timestamptz;

-- The recordings of a workspace by age. Ids sort by creation.
create index files_recordings_by_age on files (workspace_id, created_at, id) where kind in ('audio', 'video');
