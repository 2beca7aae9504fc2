-- Events get their id and time before they are committed, so neither says in which order they became visible. The transaction
-- that wrote an event does, together with a snapshot: it tells what a reader could see and what it has yet to be shown.
-- Why it is built so: docs/adr/0082-follow-the-event-log.md. Events from before have none and count as seen by every reader.
alter table events add column transaction_id xid8;
alter table events alter column transaction_id set default pg_current_xact_id();
create index events_by_transaction on events (workspace_id, transaction_id);

-- Names the history of transaction ids that this database belongs to. It is not in backups: a restored database has another
-- one, and a position from the old one is refused instead of skipping events.
create table event_log_epoch (id text not null);
insert into event_log_epoch values (substr(replace(gen_random_uuid()::text, '-', ''), 1, 12));
