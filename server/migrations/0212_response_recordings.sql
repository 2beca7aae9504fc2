-- Which question a recording of a participant belongs to, from its start until its answer refers to it.
create table response_recordings (
  file_id ident primary key references files on delete cascade,
  response_id ident not null references responses on delete cascade,
  question_id ident not null,
  created_at timestamptz(3) not null
);
create index response_recordings_of_response on response_recordings (response_id);
