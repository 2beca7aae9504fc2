-- The vectors of segments, for search by meaning. A background task computes them after a transcript has changed.
create table segment_vectors (
  segment_id ident primary key references segments (id) on delete cascade,
  file_id ident not null,
  model text not null,
  -- Of the text that the vector was computed from: the vector is used only while the segment has this text.
  text_hash bytea not null,
  vector bytea not null
);
create index segment_vectors_of_file on segment_vectors (file_id);

-- The transcripts whose segments all have vectors.
create table embedded_transcripts (
  file_id ident primary key references transcripts (file_id) on delete cascade,
  workspace_id ident not null,
  project_id ident not null,
  model text not null,
  revision integer not null,
  segment_count integer not null,
  -- Changes with every write, so that a process knows whether the vectors that it has in memory are current.
  version uuid not null
);
create index embedded_transcripts_of_project on embedded_transcripts (project_id);

-- One waiting task per transcript is enough. The lock keeps a worker from claiming it before this transaction commits: the
-- worker would not see the change.
create function queue_embedding() returns trigger language plpgsql as $$
declare
  transcript record;
begin
  for transcript in select c.workspace_id, c.file_id from changed c loop
    perform 1 from tasks t
      where t.subject = transcript.file_id and t.kind = 'transcript.embed' and t.attempts = 0 for key share;
    if not found then
      insert into tasks (kind, workspace_id, subject)
      values ('transcript.embed', transcript.workspace_id, transcript.file_id);
    end if;
  end loop;
  return null;
end $$;
create trigger transcripts_embedding_added after insert on transcripts
  referencing new table as changed for each statement execute function queue_embedding();
create trigger transcripts_embedding_changed after update on transcripts
  referencing new table as changed for each statement execute function queue_embedding();
