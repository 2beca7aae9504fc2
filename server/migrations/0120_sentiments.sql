-- The mood of a transcript at the revision that was read, and of each segment that counts.
create table file_sentiments (
  file_id ident primary key references transcripts (file_id) on delete cascade,
  workspace_id ident not null references workspaces (id) on delete cascade,
  project_id ident not null references projects (id) on delete cascade,
  revision integer not null,
  label text not null check (label in ('positive', 'neutral', 'negative', 'mixed')),
  score double precision not null check (score between -1 and 1),
  -- Segments and their words, in the order positive, neutral, negative.
  segment_counts integer[] not null check (cardinality(segment_counts) = 3),
  word_counts integer[] not null check (cardinality(word_counts) = 3),
  speakers jsonb not null,
  model text not null,
  job_id ident not null,
  analyzed_at timestamptz(3) not null
);
create index file_sentiments_of_project on file_sentiments (project_id);

create table segment_sentiments (
  segment_id ident primary key references segments (id) on delete cascade,
  file_id ident not null references file_sentiments (file_id) on delete cascade,
  project_id ident not null,
  label text not null check (label in ('positive', 'neutral', 'negative')),
  score real not null check (score between -1 and 1),
  words integer not null
);
create index segment_sentiments_of_file on segment_sentiments (file_id, score);
create index segment_sentiments_of_project on segment_sentiments (project_id, score);
