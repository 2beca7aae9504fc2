-- Tests that participants take: published versions, people, links, invitations, responses and sessions (docs/adr/0200).

alter table tests
  add column post_details jsonb not null default '{}' check (jsonb_typeof(post_details) = 'object'),
  add column screener jsonb check (jsonb_typeof(screener) = 'object'),
  add column consent jsonb check (jsonb_typeof(consent) = 'object'),
  add column moderator jsonb check (jsonb_typeof(moderator) = 'object'),
  add column scheduling jsonb check (jsonb_typeof(scheduling) = 'object'),
  add column redirect_url text,
  -- The newest row of test_versions; 0 for a draft that was never published.
  add column version integer not null default 0,
  -- The number of the newest response, simulated ones included.
  add column last_response_number integer not null default 0,
  add column invitation_count integer not null default 0,
  add column session_count integer not null default 0;

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
create unique index participants_by_address on participants (project_id, lower(email)) where email is not null;
create index participants_by_creation on participants (project_id, created_at desc, id desc);

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

-- Locks are taken in the order project, test, as everywhere. Simulated responses are not counted.
create function add_responses(project text, test text, n integer, completed integer, screened_out integer) returns void
  language plpgsql as $$
begin
  if n <> 0 then
    update projects p set response_count = p.response_count + n where p.id = project;
  end if;
  if n <> 0 or completed <> 0 or screened_out <> 0 then
    update tests t set response_count = t.response_count + n, completed_count = t.completed_count + completed,
        screened_out_count = t.screened_out_count + screened_out
     where t.id = test;
  end if;
end $$;

create function count_responses() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform add_responses(c.project_id, c.test_id, c.n, c.completed, c.screened_out) from (
      select project_id, test_id, count(*)::integer as n,
             (count(*) filter (where status = 'completed'))::integer as completed,
             (count(*) filter (where status = 'screened_out'))::integer as screened_out
        from added where not simulated group by project_id, test_id order by project_id, test_id) c;
  elsif tg_op = 'DELETE' then
    perform add_responses(c.project_id, c.test_id, -c.n, -c.completed, -c.screened_out) from (
      select project_id, test_id, count(*)::integer as n,
             (count(*) filter (where status = 'completed'))::integer as completed,
             (count(*) filter (where status = 'screened_out'))::integer as screened_out
        from removed where not simulated group by project_id, test_id order by project_id, test_id) c;
  else
    perform add_responses(c.project_id, c.test_id, 0, c.completed, c.screened_out) from (
      select a.project_id, a.test_id,
             sum((a.status = 'completed')::integer - (r.status = 'completed')::integer)::integer as completed,
             sum((a.status = 'screened_out')::integer - (r.status = 'screened_out')::integer)::integer as screened_out
        from added a join removed r using (id)
       where not a.simulated and a.status <> r.status
       group by a.project_id, a.test_id order by a.project_id, a.test_id) c;
  end if;
  return null;
end $$;
create trigger responses_counted after insert on responses
  referencing new table as added for each statement execute function count_responses();
create trigger responses_recounted after update on responses
  referencing old table as removed new table as added for each statement execute function count_responses();
create trigger responses_uncounted after delete on responses
  referencing old table as removed for each statement execute function count_responses();

-- Counts rows that are not simulated in a column of their test.
create function count_in_test() returns trigger language plpgsql as $$
declare
  sign integer := case when tg_op = 'INSERT' then 1 else -1 end;
begin
  execute format(
    'update tests t set %1$I = t.%1$I + $1 * c.n
       from (select test_id, count(*)::integer as n from changed where not simulated group by test_id order by test_id) c
      where t.id = c.test_id', tg_argv[0])
  using sign;
  return null;
end $$;
create trigger invitations_counted after insert on invitations
  referencing new table as changed for each statement execute function count_in_test('invitation_count');
create trigger invitations_uncounted after delete on invitations
  referencing old table as changed for each statement execute function count_in_test('invitation_count');
create trigger engage_sessions_counted after insert on engage_sessions
  referencing new table as changed for each statement execute function count_in_test('session_count');
create trigger engage_sessions_uncounted after delete on engage_sessions
  referencing old table as changed for each statement execute function count_in_test('session_count');

do $$
declare
  child text;
begin
  foreach child in array array['participants', 'invitations', 'responses', 'engage_sessions'] loop
    execute format('create trigger %1$s_active_added after insert on %1$I
      referencing new table as changed for each statement execute function note_activity()', child);
    execute format('create trigger %1$s_active_changed after update on %1$I
      referencing new table as changed for each statement execute function note_activity()', child);
    execute format('create trigger %1$s_active_removed after delete on %1$I
      referencing old table as changed for each statement execute function note_removal()', child);
  end loop;
end $$;

alter table jobs drop constraint jobs_type_check;
alter table jobs add constraint jobs_type_check
  check (type in ('transcription', 'report', 'chat', 'auto_tag', 'sentiment', 'simulation'));
