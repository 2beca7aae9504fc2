-- What researchers add to their material: tags, notes and the board.

create table tags (
  id ident primary key,
  project_id ident not null references projects on delete cascade,
  name text not null,
  -- The name in the form in which names are compared. The application computes it, so the locale of the database does not apply.
  name_key text collate "C" not null,
  description text,
  color text not null,
  parent_id ident references tags on delete set null,
  usage_count integer not null default 0,
  source text not null check (source in ('manual', 'ai', 'import')),
  created_by ident,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  unique (project_id, name_key)
) with (fillfactor = 85);
create index tags_by_creation on tags (project_id, created_at desc, id desc);
create index tags_children on tags (parent_id) where parent_id is not null;

-- A tag on a record or on a part of it. The `tag_ids` of a note, a card and so on are its accepted taggings without a span and
-- a quote, so they are stored only here. Taggings of transcripts are anchored to words: a change of the transcript moves or
-- detaches them and never deletes them.
create table taggings (
  id ident primary key,
  project_id ident not null references projects on delete cascade,
  tag_id ident not null references tags on delete cascade,
  target_type text not null check (target_type in ('file', 'segment', 'note', 'card', 'clip', 'response', 'participant')),
  target_id ident not null,
  file_id ident,
  start_seconds double precision,
  end_seconds double precision,
  quote text,
  -- The place in `tag_ids`, which retain their order.
  place integer not null default 0,
  source text not null check (source in ('manual', 'ai')),
  confidence double precision,
  status text not null check (status in ('suggested', 'accepted', 'rejected')),
  job_id ident,
  -- The words that the tagging is anchored to.
  segment_id ident,
  start_character integer,
  end_segment_id ident,
  end_character integer,
  speaker text,
  detached boolean not null default false,
  -- Earlier positions, so that undoing a change of the transcript restores them.
  past jsonb not null default '[]',
  since_revision integer not null default 0,
  created_by ident,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  check (end_seconds > start_seconds)
);
-- Only what `tag_ids` shows is unique: two taggings can meet at one place when a transcript changes, and both remain.
create index taggings_by_creation on taggings (project_id, created_at desc, id desc);
create index taggings_of_tag on taggings (tag_id, created_at desc, id desc);
create index taggings_of_file on taggings (file_id) where file_id is not null;
create unique index taggings_whole_once on taggings (target_id, tag_id) where start_seconds is null and quote is null;
create index taggings_of_target on taggings (target_id, tag_id);
-- The taggings of one passage, which the list of highlights shows as one.
create index taggings_of_passage on taggings (
  coalesce(segment_id, target_id), coalesce(start_character, -1), coalesce(end_segment_id::text, ''), coalesce(end_character, -1),
  coalesce(case when segment_id is null then start_seconds end, -1)
) where status = 'accepted';

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
  -- The file was deleted. The note retains its place in it.
  source_deleted boolean not null default false,
  version integer not null default 1,
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

-- A project is created together with its first lanes. Checking a foreign key four times took a fifth of the work of creating a
-- project, so triggers replace it: they check lanes that are added later, and delete lanes with their project.
create table lanes (
  id ident primary key,
  project_id ident not null,
  name text not null,
  color text,
  position text collate "C" not null,
  -- Written by the statement that creates the project, which also counts it.
  with_project boolean not null default false,
  created_by ident,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index lanes_board on lanes (project_id, position, id);

-- The order in a lane is (position, id). Positions are fractional keys in byte order.
create table cards (
  id ident primary key,
  project_id ident not null references projects on delete cascade,
  lane_id ident not null references lanes on delete cascade,
  position text collate "C" not null,
  title text not null,
  body text,
  color text,
  assignee_id ident references users,
  priority text check (priority in ('low', 'medium', 'high', 'urgent')),
  due_on date,
  evidence jsonb not null default '[]',
  version integer not null default 1,
  created_by ident,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index cards_board on cards (lane_id, position, id);
create index cards_by_creation on cards (project_id, created_at desc, id desc);
create index cards_by_update on cards (project_id, updated_at desc, id desc);
create index cards_evidence on cards using gin (evidence jsonb_path_ops);

-- Remarks of members about records of a project, and replies to them.
create table comments (
  id ident primary key,
  project_id ident not null references projects on delete cascade,
  target_type text not null check (target_type in ('card', 'report', 'note', 'clip', 'tagging', 'file')),
  target_id ident not null,
  citation_id text,
  segment_id ident,
  start_seconds double precision,
  -- The words of a report that the comment is about, with those before and after it.
  excerpt jsonb,
  body text not null,
  mentions text[] collate "C" not null default '{}',
  parent_id ident references comments on delete cascade,
  resolved_at timestamptz(3),
  resolved_by ident,
  created_by ident,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index comments_by_creation on comments (project_id, created_at desc, id desc);
create index comments_by_update on comments (project_id, updated_at desc, id desc);
create index comments_of_target on comments (target_id, created_at desc, id desc);
create index comments_of_thread on comments (parent_id) where parent_id is not null;
