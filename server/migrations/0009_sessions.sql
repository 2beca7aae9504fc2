-- Interviews of the AI moderator, video calls, and erasures of participants.

-- Interviews that the AI moderator holds. The session is in engage_sessions, the answers are in answers.
create table interviews (
  session_id ident primary key references engage_sessions on delete cascade,
  response_id ident not null unique references responses on delete cascade,
  -- The language of the test, in which the interview starts.
  language text not null,
  started_at timestamptz(3) not null,
  last_turn_at timestamptz(3) not null,
  ended_at timestamptz(3),
  end_reason text check (end_reason in ('done', 'time', 'stopped', 'silent')),
  -- What the language model used, as in jobs.
  usage jsonb,
  check ((ended_at is null) = (end_reason is null))
);
create index interviews_in_progress on interviews (last_turn_at) where ended_at is null;

-- A message of the moderator or the participant. The step and the reading are what the plan is computed from.
create table interview_turns (
  session_id ident not null references interviews on delete cascade,
  number integer not null check (number > 0),
  role text not null check (role in ('moderator', 'participant')),
  question_id ident,
  step jsonb,
  reading jsonb,
  text text not null,
  -- `pending`: the text is the template until the language model has answered or its time is over.
  wording text check (wording in ('pending', 'model', 'template')),
  -- The number that the participant's page gave this message. A repeated request has the same.
  client_turn integer check (client_turn > 0),
  created_at timestamptz(3) not null,
  primary key (session_id, number),
  check ((role = 'moderator') = (step is not null)),
  check ((role = 'participant') = (reading is not null)),
  check ((role = 'participant') = (client_turn is not null)),
  check ((role = 'moderator') = (wording is not null))
);
create unique index interview_turns_by_client_turn on interview_turns (session_id, client_turn)
  where client_turn is not null;

-- A browser in a video call. It is present until it leaves, or has not been seen for a minute. Sound and pictures are sent between
-- the browsers.
create table call_peers (
  id text collate "C" primary key,
  session_id ident not null references engage_sessions on delete cascade,
  role text not null check (role in ('participant', 'researcher')),
  user_id ident,
  name text,
  joined_at timestamptz(3) not null,
  seen_at timestamptz(3) not null,
  left_at timestamptz(3),
  check ((role = 'researcher') = (user_id is not null))
);
create index call_peers_of_session on call_peers (session_id);

-- Messages with which two browsers agree on a connection. They are removed after some minutes.
create table call_signals (
  id bigint generated always as identity primary key,
  to_peer text collate "C" not null references call_peers on delete cascade,
  from_peer text collate "C" not null,
  data jsonb not null,
  -- The size of the message, so that the limits of a call are checked without reading messages.
  bytes integer not null,
  created_at timestamptz(3) not null
);
create index call_signals_to on call_signals (to_peer, id);
create index call_signals_by_time on call_signals (created_at);

-- A recorder in a browser. `ended_at` is set when its file is sealed.
create table call_recordings (
  file_id ident primary key references files on delete cascade,
  session_id ident not null references engage_sessions on delete cascade,
  peer_id text collate "C" not null,
  started_at timestamptz(3) not null,
  ended_at timestamptz(3),
  -- Who spoke when, as the recorder's browser noticed. Names the speakers of the transcript.
  turns jsonb not null default '[]'::jsonb
);
create index call_recordings_of_session on call_recordings (session_id);
create index call_recordings_running on call_recordings (started_at) where ended_at is null;

-- Erasures of participants and withdrawals from tests, with the counts of their receipts.
create table erasures (
  id bigint generated always as identity primary key,
  participant_id ident not null references participants on delete cascade,
  project_id ident not null references projects on delete cascade,
  workspace_id ident not null,
  -- The test from which the person withdrew; null if everything of the person is erased.
  test_id ident references tests on delete cascade,
  removed jsonb not null default '{}',
  redacted jsonb not null default '{}',
  -- The ids of removed records, which the check searches for.
  record_ids text[] collate "C" not null default '{}',
  -- Names and addresses of the person. Emptied when the erasure is finished.
  names text[] not null default '{}',
  -- How transcripts name the person, and the names of their files. Removed from other texts, even by an erasure that continues
  -- after the files are gone. Emptied when the erasure is finished.
  labels text[] not null default '{}',
  started_at timestamptz(3) not null,
  finished_at timestamptz(3),
  unique nulls not distinct (participant_id, test_id)
);
create index erasures_of_test on erasures (test_id) where test_id is not null;
create index erasures_of_project on erasures (project_id);
create index erasures_unfinished on erasures (started_at) where finished_at is null;
