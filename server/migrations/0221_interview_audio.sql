-- Spoken answers of interviews, until they are transcribed. The participant confirms the text, which is then the answer.
create table interview_audio (
  session_id ident not null references interviews on delete cascade,
  -- The turn that the recording answers. Recording again replaces it.
  client_turn integer not null check (client_turn > 0),
  version integer not null,
  status text not null check (status in ('queued', 'completed', 'failed')),
  -- Removed as soon as the text is known.
  audio bytea,
  text text,
  created_at timestamptz(3) not null,
  primary key (session_id, client_turn),
  check ((status = 'queued') = (audio is not null))
);
