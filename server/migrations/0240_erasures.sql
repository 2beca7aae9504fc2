-- Erasures of participants and withdrawals from tests, with the counts of their receipts (ADR 240).
create table erasures (
  id bigint generated always as identity primary key,
  participant_id ident not null references participants on delete cascade,
  project_id ident not null references projects on delete cascade,
  workspace_id ident not null,
  -- The test from which the person withdrew; null if everything of the person is erased.
  test_id ident references tests on delete cascade,
  removed jsonb not null default '{}',
  redacted jsonb not null default '{}',
  -- The ids of removed records, which the check searches for.
  record_ids text[] collate "C" not null default '{}',
  -- Names and addresses of the person. Emptied when the erasure is finished.
  names text[] not null default '{}',
  started_at timestamptz(3) not null,
  finished_at timestamptz(3),
  unique nulls not distinct (participant_id, test_id)
);
create index erasures_of_test on erasures (test_id) where test_id is not null;
create index erasures_of_project on erasures (project_id);
create index erasures_unfinished on erasures (started_at) where finished_at is null;
