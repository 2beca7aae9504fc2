-- Tests that participants take: published versions, people, links, invitations, sessions and responses.

-- The questions of a test are one value of its row: they are read, checked and changed as a whole.
create table tests (
  id ident primary key,
  project_id ident not null references projects on delete cascade,
  name text not null,
  type text not null check (type in ('survey', 'ai_survey', 'ai_interview', 'live_interview')),
  status text not null default 'draft' check (status in ('draft', 'live', 'paused', 'closed')),
  description text,
  questions jsonb not null default '[]' check (jsonb_typeof(questions) = 'array'),
  post_details jsonb not null default '{}' check (jsonb_typeof(post_details) = 'object'),
  screener jsonb check (jsonb_typeof(screener) = 'object'),
  consent jsonb check (jsonb_typeof(consent) = 'object'),
  moderator jsonb check (jsonb_typeof(moderator) = 'object'),
  scheduling jsonb check (jsonb_typeof(scheduling) = 'object'),
  redirect_url text,
  -- The newest row of test_versions; 0 for a draft that was never published.
  version integer not null default 0,
  -- The number of the newest response, simulated ones included.
  last_response_number integer not null default 0,
  -- The counts change with the records, like those of a project. Simulated records are not counted.
  invitation_count integer not null default 0,
  session_count integer not null default 0,
  response_count integer not null default 0,
  completed_count integer not null default 0,
  screened_out_count integer not null default 0,
  published_at timestamptz(3),
  closed_at timestamptz(3),
  metadata jsonb not null default '{}',
  created_by ident,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  check ((status = 'draft') = (published_at is null)),
  check ((status = 'closed') = (closed_at is not null))
);
create index tests_by_creation on tests (project_id, created_at desc, id desc);
create index tests_by_update on tests (project_id, updated_at desc, id desc);
create index tests_by_name on tests (project_id, lower(name) collate "C", id);
-- For the list of all tests of a workspace, and for the tests whose deadline has passed.
create index tests_open_by_deadline on tests ((post_details ->> 'deadline'))
  where status in ('live', 'paused') and post_details ->> 'deadline' is not null;

-- What participants see. A response names the version that it answers, so that later changes do not alter its meaning.
create table test_versions (
  test_id ident not null references tests on delete cascade,
  version integer not null check (version > 0),
  content jsonb not null,
  created_by ident,
  created_at timestamptz(3) not null,
  primary key (test_id, version)
);

-- One person in one project.
create table participants (
  id ident primary key,
  project_id ident not null references projects on delete cascade,
  email text,
  -- An address that was typed on an open link is contact data: several people may have typed the same one.
  email_verified boolean not null default true,
  name text,
  timezone text,
  locale text,
  notes text,
  metadata jsonb not null default '{}',
  simulated boolean not null default false,
  erased_at timestamptz(3),
  created_by ident,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create unique index participants_by_address on participants (project_id, lower(email))
  where email is not null and email_verified;
create index participants_by_creation on participants (project_id, created_at desc, id desc);
-- A person who lost a link requests it again with the address, verified or not.
create index participants_by_typed_address on participants (project_id, lower(email))
  where email is not null and not email_verified;

create table invitations (
  id ident primary key,
  project_id ident not null references projects on delete cascade,
  test_id ident not null references tests on delete cascade,
  participant_id ident not null references participants on delete cascade,
  email text not null,
  name text,
  status text not null check (status in ('queued', 'sent', 'bounced', 'opened', 'started', 'screened_out', 'completed',
    'declined', 'expired', 'revoked')),
  timezone text,
  locale text,
  message text,
  bounce text,
  sent_at timestamptz(3),
  opened_at timestamptz(3),
  started_at timestamptz(3),
  completed_at timestamptz(3),
  expires_at timestamptz(3),
  metadata jsonb not null default '{}',
  simulated boolean not null default false,
  created_by ident,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create unique index invitations_by_address on invitations (test_id, lower(email));
create index invitations_by_creation on invitations (test_id, created_at desc, id desc);
create index invitations_of_participant on invitations (participant_id);
-- For the periodic task that expires invitations.
create index invitations_expiring on invitations (expires_at)
  where expires_at is not null and status in ('queued', 'sent', 'bounced', 'opened');

create table engage_sessions (
  id ident primary key,
  project_id ident not null references projects on delete cascade,
  test_id ident not null references tests on delete cascade,
  test_version integer not null,
  participant_id ident not null references participants on delete cascade,
  invitation_id ident references invitations on delete set null,
  kind text not null check (kind in ('live', 'ai')),
  status text not null check (status in ('scheduled', 'waiting', 'in_progress', 'completed', 'no_show', 'canceled',
    'abandoned')),
  scheduled_start_at timestamptz(3),
  scheduled_end_at timestamptz(3),
  timezone text,
  started_at timestamptz(3),
  ended_at timestamptz(3),
  duration_seconds double precision,
  -- When a person was last present in the call, or last said something in an AI interview.
  last_active_at timestamptz(3),
  -- SEQUENCE of the calendar invitation: calendars ignore a mail that is older than what they have.
  calendar_sequence integer not null default 0,
  recording_file_id ident references files on delete set null,
  summary text,
  summary_citations jsonb not null default '[]',
  coverage jsonb not null default '[]',
  simulated boolean not null default false,
  created_by ident,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  check (scheduled_end_at > scheduled_start_at)
);
create index engage_sessions_by_creation on engage_sessions (test_id, created_at desc, id desc);
create index engage_sessions_of_project on engage_sessions (project_id, created_at desc, id desc);
create index engage_sessions_of_participant on engage_sessions (participant_id);
create index engage_sessions_of_invitation on engage_sessions (invitation_id) where invitation_id is not null;
create index engage_sessions_of_recording on engage_sessions (recording_file_id) where recording_file_id is not null;
-- Open sessions: the overlap check of a booking, and the periodic task that finds no-shows.
create index engage_sessions_by_start on engage_sessions (test_id, scheduled_start_at)
  where kind = 'live' and status in ('scheduled', 'waiting', 'in_progress', 'no_show');
create index engage_sessions_open on engage_sessions (status, scheduled_start_at)
  where status in ('scheduled', 'waiting', 'in_progress');
-- Finds the times at which the researchers of a workspace have live interviews.
create index engage_sessions_live on engage_sessions (project_id, scheduled_start_at)
 where kind = 'live' and status in ('scheduled', 'waiting', 'in_progress', 'no_show');

-- Saving an answer does not change this row, so that a thousand participants do not wait for the counts of one test.
create table responses (
  id ident primary key,
  project_id ident not null references projects on delete cascade,
  test_id ident not null references tests on delete cascade,
  test_version integer not null,
  number integer not null,
  status text not null check (status in ('in_progress', 'completed', 'screened_out', 'abandoned')),
  participant_id ident not null references participants on delete cascade,
  invitation_id ident references invitations on delete set null,
  session_id ident references engage_sessions on delete set null,
  timezone text,
  locale text,
  device jsonb,
  language text,
  consent_version integer,
  consented_at timestamptz(3),
  quality jsonb,
  sentiment jsonb,
  started_at timestamptz(3) not null,
  submitted_at timestamptz(3),
  duration_seconds double precision,
  metadata jsonb not null default '{}',
  simulated boolean not null default false,
  created_by ident,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  unique (test_id, number),
  check ((status in ('completed', 'screened_out')) = (submitted_at is not null))
);
create index responses_by_creation on responses (test_id, created_at desc, id desc);
create index responses_of_project on responses (project_id, created_at desc, id desc);
create index responses_of_participant on responses (participant_id);
create unique index responses_of_invitation on responses (invitation_id) where invitation_id is not null;
create unique index responses_of_session on responses (session_id) where session_id is not null;
create index responses_in_progress on responses (started_at) where status = 'in_progress';
-- For the median duration of a test.
create index responses_by_duration on responses (test_id, duration_seconds)
  where status = 'completed' and not simulated;

-- `turn` is 0 for the question itself and counts the follow-up questions after it.
create table answers (
  id ident primary key,
  response_id ident not null references responses on delete cascade,
  question_id ident not null,
  turn integer not null default 0 check (turn >= 0),
  follow_up_of ident,
  in_screener boolean not null default false,
  question text not null,
  type text not null,
  value jsonb,
  text text,
  option_ids text[] collate "C" not null default '{}',
  skipped boolean not null default false,
  duration_seconds double precision,
  file_id ident references files on delete set null,
  signals jsonb not null default '{}',
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  unique (response_id, question_id, turn)
);
create index answers_of_file on answers (file_id) where file_id is not null;
-- Finds open texts that two responses to one question have in common. Short texts, such as "Yes.", are often the same.
create index answers_by_text on answers (question_id, md5(lower(text)))
  where type = 'open' and turn = 0 and char_length(text) >= 20;

-- The responses whose participant was counted for the plan: from the first answer on, not from the start.
create table credited_responses (
  response_id ident primary key references responses (id) on delete cascade
);

-- Follow-up questions of AI surveys, so that asking again returns the same question.
create table follow_ups (
  response_id ident not null references responses on delete cascade,
  question_id ident not null,
  turn integer not null check (turn > 0),
  text text not null,
  wording text not null check (wording in ('pending', 'model', 'template')),
  created_at timestamptz(3) not null,
  primary key (response_id, question_id, turn)
);

-- Which question a recording of a participant belongs to, from its start until its answer refers to it.
create table response_recordings (
  file_id ident primary key references files on delete cascade,
  response_id ident not null references responses on delete cascade,
  question_id ident not null,
  created_at timestamptz(3) not null
);
create index response_recordings_of_response on response_recordings (response_id);

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

-- The bytes count as storage of the workspace until their text replaces them.
create table spoken_parts (
  response_id ident not null references spoken_answers (response_id) on delete cascade,
  workspace_id ident not null,
  part_offset integer not null,
  bytes bytea not null,
  primary key (response_id, part_offset)
);

-- A record of what was agreed to. It survives the deletion of a response, and ends with its participant.
create table consents (
  participant_id ident not null references participants on delete cascade,
  test_id ident not null references tests on delete cascade,
  version integer not null,
  accepted_at timestamptz(3) not null,
  withdrawn_at timestamptz(3),
  primary key (participant_id, test_id, version)
);
create index consents_of_test on consents (test_id);

-- The links of participants: /t/{token}. Only the hash finds a link; the sealed token shows it again to the researcher.
create table participant_links (
  hash bytea primary key,
  sealed bytea not null,
  test_id ident not null references tests on delete cascade,
  participant_id ident references participants on delete cascade,
  invitation_id ident references invitations on delete cascade,
  response_id ident references responses on delete cascade,
  session_id ident references engage_sessions on delete cascade,
  revoked_at timestamptz(3),
  created_at timestamptz(3) not null
);
create index participant_links_of_test on participant_links (test_id);
create index participant_links_of_participant on participant_links (participant_id) where participant_id is not null;
create unique index participant_links_of_invitation on participant_links (invitation_id) where invitation_id is not null;
create index participant_links_of_response on participant_links (response_id) where response_id is not null;
create index participant_links_of_session on participant_links (session_id) where session_id is not null;
-- For the open link of a test, which is shown with the test.
create index participant_links_open on participant_links (test_id, created_at desc)
  where participant_id is null and invitation_id is null and response_id is null and session_id is null
    and revoked_at is null;
