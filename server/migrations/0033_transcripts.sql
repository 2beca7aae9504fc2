create table transcripts (
  file_id ident primary key references files on delete cascade,
  workspace_id ident not null,
  project_id ident not null,
  language text,
  time_basis text not null check (time_basis in ('media', 'estimated')),
  revision integer not null,
  speakers jsonb not null,
  created_by ident,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);

-- The segments as they are now. `since_revision` is the revision that gave a segment its present form.
create table segments (
  id ident primary key,
  file_id ident not null references transcripts on delete cascade,
  workspace_id ident not null,
  project_id ident not null,
  speaker_id text not null,
  start_seconds double precision not null,
  end_seconds double precision not null check (end_seconds > start_seconds),
  text text not null,
  page integer,
  confidence real,
  since_revision integer not null
);
create index segments_in_order on segments (file_id, start_seconds, end_seconds);

-- The forms that segments had before: true from `since_revision` up to, not including, `until_revision`.
create table past_segments (
  id ident not null,
  file_id ident not null references transcripts on delete cascade,
  speaker_id text not null,
  start_seconds double precision not null,
  end_seconds double precision not null,
  text text not null,
  page integer,
  confidence real,
  since_revision integer not null,
  until_revision integer not null,
  primary key (file_id, id, since_revision)
);

create table transcript_revisions (
  file_id ident not null references transcripts on delete cascade,
  revision integer not null,
  action text not null,
  language text,
  time_basis text not null,
  speakers jsonb not null,
  segment_count integer not null,
  created_by ident,
  created_at timestamptz(3) not null,
  primary key (file_id, revision)
);
