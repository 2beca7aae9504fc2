-- Files and what is made from them: transcripts, vectors, clips and reels.

create table files (
  id ident primary key,
  workspace_id ident not null references workspaces on delete cascade,
  project_id ident not null references projects on delete cascade,
  name text not null,
  kind text not null check (kind in ('video', 'audio', 'pdf', 'document', 'image', 'other')),
  content_type text not null,
  -- Whether a browser may show it in place. The bytes decide this, not the declared type.
  inline boolean not null default false,
  size_bytes bigint,
  -- Declared by the client until the bytes are stored, computed from then on.
  checksum_sha256 text,
  duration_seconds double precision,
  page_count integer,
  -- The keys of the stored bytes and of what was derived from them.
  blob_key text,
  thumbnail_key text,
  waveform_key text,
  language text,
  source text not null check (source in ('upload', 'url', 'text', 'transcript', 'session', 'response')),
  source_url text,
  status text not null check (status in ('uploading', 'processing', 'ready', 'failed')),
  transcription_status text not null default 'none'
    check (transcription_status in ('none', 'requested', 'queued', 'running', 'completed', 'failed')),
  transcription_job_id ident,
  -- Options of a transcription that was requested with the file and starts when the file is ready.
  transcribe jsonb,
  session_id ident,
  response_id ident,
  recorded_at timestamptz(3),
  sentiment jsonb,
  metadata jsonb not null default '{}',
  error jsonb,
  -- Its part of the storage credit of the workspace.
  charged_bytes bigint not null default 0,
  upload_expires_at timestamptz(3),
  created_by ident,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index files_by_creation on files (project_id, created_at desc, id desc);
create index files_by_update on files (project_id, updated_at desc, id desc);
create index files_by_name on files (project_id, lower(name) collate "C", id);
create index files_uploading on files (upload_expires_at) where status = 'uploading';
-- For erasures.
create index files_of_response on files (response_id) where response_id is not null;
create index files_of_session on files (session_id) where session_id is not null;
-- For the deletion of old recordings.
create index files_recordings_by_age on files (workspace_id, created_at, id) where kind in ('audio', 'video');

-- When the transcript, a tagging, a note or a clip of a file last changed. Written like project_activity: with SKIP LOCKED and
-- without a foreign key, so no writer waits here for another one or for the row of the file.
create table file_activity (
  file_id ident primary key,
  at timestamptz(3) not null
) with (fillfactor = 50);

-- The request that may write to an upload, on any node. It renews its lease; if its process dies, the lease expires. A request
-- whose lease was taken over sees another holder and stops.
create table upload_locks (
  upload_id ident primary key references files on delete cascade,
  holder uuid not null,
  until timestamptz not null,
  -- Another request waits: the holder stores what it has received and ends.
  wanted boolean not null default false
);

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

-- The current segments. `since_revision` is the revision that created the current form of a segment.
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
  since_revision integer not null,
  -- When each word was spoken, if the engine knows: an array of text, start_seconds, end_seconds, start_character.
  words jsonb
);
create index segments_in_order on segments (file_id, start_seconds, end_seconds);

-- Earlier forms of segments, valid from `since_revision` until before `until_revision`.
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
  words jsonb,
  primary key (file_id, id, since_revision)
);

create table transcript_revisions (
  file_id ident not null references transcripts on delete cascade,
  revision integer not null,
  action text not null,
  -- The earlier revision that this one takes back.
  undoes integer,
  language text,
  time_basis text not null,
  speakers jsonb not null,
  segment_count integer not null,
  created_by ident,
  created_at timestamptz(3) not null,
  primary key (file_id, revision)
);

-- The finished steps of a transcription, so that a job whose worker was killed continues where it stopped. Deleted when the job
-- ends.
create table transcription_steps (
  job_id ident not null references jobs (id) on delete cascade,
  number integer not null,
  step jsonb not null,
  primary key (job_id, number)
);

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

create table clips (
  id ident primary key,
  workspace_id ident not null references workspaces on delete cascade,
  project_id ident not null references projects on delete cascade,
  file_id ident not null references files on delete cascade,
  name text not null,
  description text,
  start_seconds double precision not null check (start_seconds >= 0),
  end_seconds double precision not null,
  captions boolean not null default false,
  status text not null check (status in ('processing', 'ready', 'failed')),
  content_type text,
  size_bytes bigint,
  blob_key text,
  thumbnail_key text,
  -- The link of a shared clip: the hash finds the record, the encrypted token shows the link again.
  share_hash bytea unique,
  share_sealed bytea,
  error jsonb,
  created_by ident,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  check (end_seconds > start_seconds)
);
create index clips_by_creation on clips (project_id, created_at desc, id desc);
create index clips_by_update on clips (project_id, updated_at desc, id desc);
create index clips_by_name on clips (project_id, lower(name) collate "C", id);
create index clips_of_file on clips (file_id);

-- A reel joins several clips into one recording. Its parts are copies of the clips' places, so that it does not depend on
-- the clips. It is deleted with any of its recordings, because it contains their picture and sound.
create table reels (
  id ident primary key,
  workspace_id ident not null references workspaces on delete cascade,
  project_id ident not null references projects on delete cascade,
  name text not null,
  description text,
  captions boolean not null default false,
  status text not null check (status in ('processing', 'ready', 'failed')),
  content_type text,
  size_bytes bigint,
  blob_key text,
  thumbnail_key text,
  share_hash bytea unique,
  share_sealed bytea,
  error jsonb,
  created_by ident,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index reels_by_creation on reels (project_id, created_at desc, id desc);
create index reels_by_update on reels (project_id, updated_at desc, id desc);
create index reels_by_name on reels (project_id, lower(name) collate "C", id);

create table reel_parts (
  reel_id ident not null references reels on delete cascade,
  position integer not null,
  clip_id ident references clips on delete set null,
  file_id ident not null references files on delete cascade,
  start_seconds double precision not null check (start_seconds >= 0),
  end_seconds double precision not null,
  primary key (reel_id, position),
  check (end_seconds > start_seconds)
);
create index reel_parts_of_file on reel_parts (file_id);
create index reel_parts_of_clip on reel_parts (clip_id) where clip_id is not null;
