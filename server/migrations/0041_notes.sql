create table notes (
  id ident primary key,
  project_id ident not null references projects on delete cascade,
  title text,
  body text not null,
  file_id ident,
  session_id ident,
  response_id ident,
  start_seconds double precision,
  end_seconds double precision,
  pinned boolean not null,
  created_by ident,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  check (end_seconds > start_seconds)
);
create index notes_by_creation on notes (project_id, created_at desc, id desc);
create index notes_by_update on notes (project_id, updated_at desc, id desc);
create index notes_of_file on notes (file_id) where file_id is not null;
create index notes_of_session on notes (session_id) where session_id is not null;
create index notes_of_response on notes (response_id) where response_id is not null;

create trigger notes_counted after insert on notes
  referencing new table as changed for each statement execute function count_in_project('note_count');
create trigger notes_uncounted after delete on notes
  referencing old table as changed for each statement execute function count_in_project('note_count');
create trigger notes_untagged after delete on notes
  referencing old table as changed for each statement execute function drop_taggings();
