-- Finds the times at which the researchers of a workspace have live interviews.
create index engage_sessions_live on engage_sessions (project_id, scheduled_start_at)
 where kind = 'live' and status in ('scheduled', 'waiting', 'in_progress', 'no_show');
