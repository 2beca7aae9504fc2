-- Background work. One row is one piece of work that is not done yet; doing it removes the row in the transaction
-- that writes the result. `due_at` is when it may be taken: taking it moves that moment to the end of the lease, so a
-- row whose worker died becomes due again by itself. `token` grows with each taking: an old holder's writes are refused.
create table tasks (
  id bigint generated always as identity primary key,
  kind text not null,
  subject ident not null,
  input jsonb not null default '{}',
  attempts integer not null default 0,
  token bigint not null default 0,
  due_at timestamptz not null default now()
) with (fillfactor = 70);
create index tasks_due on tasks (kind, due_at);
create index tasks_subject on tasks (subject, kind);

-- Blobs that must go: a key prefix and the moment from which nobody needs it. Written before bytes that no record
-- names yet, taken away in the transaction that makes the record; written again in the one that deletes the record.
-- Whatever crashes in between, the bytes are found here.
create table blob_deletions (
  prefix text collate "C" primary key,
  due_at timestamptz(3) not null
);
create index blob_deletions_due on blob_deletions (due_at);
