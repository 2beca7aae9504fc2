-- The finished steps of a transcription, so that a job whose worker was killed continues where it stopped. Deleted when the job ends.
create table transcription_steps (
  job_id ident not null references jobs (id) on delete cascade,
  number integer not null,
  step jsonb not null,
  primary key (job_id, number)
);

-- Why the last attempt of a job failed and when the next one starts. Null unless the job waits for another attempt.
alter table jobs
  add column retry_code text,
  add column retry_message text,
  add column retry_at timestamptz(3);
