-- Answers that participants speak, in AI interviews and AI surveys. The browser sends the recording in parts while it records;
-- a task replaces the parts by their text. A response has at most one at a time.
create table spoken_answers (
  response_id ident primary key references responses (id) on delete cascade,
  -- Chosen by the browser. Another one replaces the recording.
  recording text not null,
  status text not null check (status in ('recording', 'queued', 'completed', 'failed')),
  text text,
  created_at timestamptz(3) not null
);
create index spoken_answers_by_creation on spoken_answers (created_at);

create table spoken_parts (
  response_id ident not null references spoken_answers (response_id) on delete cascade,
  part_offset integer not null,
  bytes bytea not null,
  primary key (response_id, part_offset)
);

-- Its successor is above; recordings that were not transcribed yet are made again.
drop table interview_audio;
