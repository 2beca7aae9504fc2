-- Interviews that the AI moderator holds (docs/adr/0220). The session is in engage_sessions, the answers are in answers.

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
