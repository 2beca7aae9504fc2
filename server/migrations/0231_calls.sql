-- Signalling and recordings of video calls (docs/adr/0231). Sound and pictures go between the browsers.

-- A browser in a call. It is present until it leaves, or has not been seen for a minute.
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
  ended_at timestamptz(3)
);
create index call_recordings_of_session on call_recordings (session_id);
create index call_recordings_running on call_recordings (started_at) where ended_at is null;
