-- Scheduling and attendance of engage sessions (docs/adr/0230).

alter table engage_sessions
  -- When somebody was last present in the call, or last said something in an AI interview.
  add column last_active_at timestamptz(3),
  -- SEQUENCE of the calendar invitation: calendars ignore a mail that is older than what they have.
  add column calendar_sequence integer not null default 0;

-- Open sessions: the overlap check of a booking, and the periodic task that finds no-shows.
create index engage_sessions_by_start on engage_sessions (test_id, scheduled_start_at)
  where kind = 'live' and status in ('scheduled', 'waiting', 'in_progress', 'no_show');
create index engage_sessions_open on engage_sessions (status, scheduled_start_at)
  where status in ('scheduled', 'waiting', 'in_progress');
