-- What the AI features produce: reports, chats and sentiments.

create table reports (
  id ident primary key,
  workspace_id ident not null references workspaces on delete cascade,
  project_id ident not null references projects on delete cascade,
  title text not null,
  -- Null if a person created the report by hand, like `model` and `job_id`.
  prompt text,
  template text check (template in ('summary', 'usability', 'interview', 'survey')),
  status text not null check (status in ('ready', 'edited')),
  summary text not null,
  body_markdown text not null,
  citations jsonb not null,
  file_ids text[] collate "C" not null,
  response_ids text[] collate "C" not null default '{}',
  skipped jsonb not null,
  language text,
  model text,
  job_id ident,
  -- Increases when the title or the text changes, so that an edit can refuse to overwrite another one.
  version integer not null default 1 check (version > 0),
  share_hash bytea unique,
  share_sealed bytea,
  created_by ident,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index reports_by_creation on reports (project_id, created_at desc, id desc);
create index reports_by_update on reports (project_id, updated_at desc, id desc);
create index reports_citations on reports using gin (citations jsonb_path_ops);

-- Every version of a report, the current one included. An erasure changes the version of a report and adds no row.
create table report_revisions (
  report_id ident not null references reports on delete cascade,
  revision integer not null check (revision > 0),
  action text not null check (action in ('generate', 'create', 'edit', 'revert')),
  title text not null,
  summary text not null,
  body_markdown text not null,
  citations jsonb not null,
  created_by ident,
  created_at timestamptz(3) not null,
  primary key (report_id, revision)
);

-- A chat is a thread of questions about a project and their answers.
create table chats (
  id ident primary key,
  workspace_id ident not null references workspaces on delete cascade,
  project_id ident not null references projects on delete cascade,
  title text not null,
  -- How many questions the thread has had; gives each question its place.
  question_count integer not null default 0,
  message_count integer not null default 0,
  created_by ident,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index chats_by_creation on chats (project_id, created_at desc, id desc);
create index chats_by_update on chats (project_id, updated_at desc, id desc);

create table chat_messages (
  id ident primary key,
  chat_id ident not null references chats on delete cascade,
  project_id ident not null,
  -- Question n has place 2n − 1 and its answer 2n, so an answer follows its question even if another question was asked in
  -- between.
  place integer not null,
  role text not null check (role in ('user', 'assistant')),
  content text not null,
  citations jsonb not null default '[]',
  -- The files that a question is limited to; null means the whole project.
  file_ids text[] collate "C",
  -- The tags and tests of its scope; null means all. No people means everyone.
  tag_ids text[] collate "C",
  test_ids text[] collate "C",
  people jsonb not null default '[]',
  -- Of an answer: whether the material contains one.
  answered boolean,
  -- What surveys say about the topic.
  numbers jsonb not null default '[]',
  -- Whether someone stopped the answer, so that only its beginning is stored.
  stopped boolean not null default false,
  model text,
  job_id ident not null,
  created_by ident,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  unique (chat_id, place)
);
create index chat_messages_by_job on chat_messages (job_id);
create index chat_messages_citations on chat_messages using gin (citations jsonb_path_ops) where role = 'assistant';

-- The verified part of an answer while its job runs, for the stream of the browser. Removed when the job ends.
create table chat_drafts (
  job_id ident primary key,
  chat_id ident not null references chats on delete cascade,
  attempt integer not null,
  content text not null,
  answered boolean not null default true,
  citations jsonb not null default '[]',
  passages_found integer not null default 0,
  files_found integer not null default 0,
  updated_at timestamptz(3) not null
);
create index chat_drafts_by_chat on chat_drafts (chat_id);

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

-- Everything that is anchored to the words of a file. Cards, reports and answers are locked, because their items are identified by
-- their place.
create function anchors_of(of_file text)
returns table (holder text, holder_id text, item integer, anchor jsonb) language plpgsql as $$
begin
  perform 1 from cards k where k.evidence @> jsonb_build_array(jsonb_build_object('file_id', of_file))
    order by k.id for no key update;
  perform 1 from reports r where r.citations @> jsonb_build_array(jsonb_build_object('file_id', of_file))
    order by r.id for no key update;
  perform 1 from chat_messages m
    where m.role = 'assistant' and m.citations @> jsonb_build_array(jsonb_build_object('file_id', of_file))
    order by m.id for no key update;
  return query
    select 'tagging', g.id::text, 0, jsonb_build_object('segment_id', g.segment_id, 'start_character', g.start_character,
        'end_segment_id', g.end_segment_id, 'end_character', g.end_character, 'quote', g.quote, 'speaker', g.speaker,
        'start_seconds', g.start_seconds, 'end_seconds', g.end_seconds, 'detached', g.detached, 'past', g.past,
        'since_revision', g.since_revision)
      from taggings g where g.file_id = of_file and g.segment_id is not null
    union all
    select 'evidence', k.id::text, e.place::integer, e.item
      from cards k cross join jsonb_array_elements(k.evidence) with ordinality as e (item, place)
     where k.evidence @> jsonb_build_array(jsonb_build_object('file_id', of_file))
       and e.item ->> 'file_id' = of_file and e.item ->> 'segment_id' is not null
    union all
    select 'citation', r.id::text, e.place::integer, e.item
      from reports r cross join jsonb_array_elements(r.citations) with ordinality as e (item, place)
     where r.citations @> jsonb_build_array(jsonb_build_object('file_id', of_file))
       and e.item ->> 'file_id' = of_file and e.item ->> 'segment_id' is not null
    union all
    select 'citation', m.id::text, e.place::integer, e.item
      from chat_messages m cross join jsonb_array_elements(m.citations) with ordinality as e (item, place)
     where m.role = 'assistant' and m.citations @> jsonb_build_array(jsonb_build_object('file_id', of_file))
       and e.item ->> 'file_id' = of_file and e.item ->> 'segment_id' is not null;
end $$;

-- Writes the anchors that moved: rows of holder, holder_id, item and the fields of the anchor.
create function move_anchors(moves jsonb, at timestamptz) returns void language plpgsql as $$
begin
  update taggings g set segment_id = m.segment_id, start_character = m.start_character, end_segment_id = m.end_segment_id,
      end_character = m.end_character, quote = m.quote, speaker = m.speaker, start_seconds = m.start_seconds,
      end_seconds = m.end_seconds, detached = m.detached, past = m.past, since_revision = m.since_revision,
      target_id = case when g.target_type = 'segment' then m.segment_id else g.target_id end, updated_at = at
    from jsonb_to_recordset(moves) as m (holder text, holder_id text, segment_id text, start_character integer,
      end_segment_id text, end_character integer, quote text, speaker text, start_seconds double precision,
      end_seconds double precision, detached boolean, past jsonb, since_revision integer)
   where m.holder = 'tagging' and g.id = m.holder_id;
  with m as materialized (
    select value ->> 'holder_id' as holder_id, (value ->> 'item')::integer as item,
        value - '{holder,holder_id,item}'::text[] as fields
      from jsonb_array_elements(moves) where value ->> 'holder' = 'evidence'),
  n as (
    select k.id, jsonb_agg(case when m.item is null then e.item else e.item || m.fields end order by e.place) as evidence
      from cards k cross join jsonb_array_elements(k.evidence) with ordinality as e (item, place)
      left join m on m.holder_id = k.id and m.item = e.place
     where k.id in (select m.holder_id from m) group by k.id)
  update cards k set updated_at = at, evidence = n.evidence from n where k.id = n.id;
  with m as materialized (
    select value ->> 'holder_id' as holder_id, (value ->> 'item')::integer as item,
        jsonb_build_object('segment_id', value ->> 'segment_id', 'source_deleted', value -> 'detached') as fields
      from jsonb_array_elements(moves) where value ->> 'holder' = 'citation'),
  n as (
    select r.id, jsonb_agg(case when m.item is null then e.item else e.item || m.fields end order by e.place) as citations
      from reports r cross join jsonb_array_elements(r.citations) with ordinality as e (item, place)
      left join m on m.holder_id = r.id and m.item = e.place
     where r.id in (select m.holder_id from m) group by r.id)
  update reports r set citations = n.citations from n where r.id = n.id;
  with m as materialized (
    select value ->> 'holder_id' as holder_id, (value ->> 'item')::integer as item,
        jsonb_build_object('segment_id', value ->> 'segment_id', 'source_deleted', value -> 'detached') as fields
      from jsonb_array_elements(moves) where value ->> 'holder' = 'citation'),
  n as (
    select r.id, jsonb_agg(case when m.item is null then e.item else e.item || m.fields end order by e.place) as citations
      from chat_messages r cross join jsonb_array_elements(r.citations) with ordinality as e (item, place)
      left join m on m.holder_id = r.id and m.item = e.place
     where r.id in (select m.holder_id from m) group by r.id)
  update chat_messages r set citations = n.citations from n where r.id = n.id;
end $$;
