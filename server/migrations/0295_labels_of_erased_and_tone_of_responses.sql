-- How transcripts name an erased person, and the names of their files. They are removed from other texts, also by an erasure
-- that continues after the files are gone. Empty when the erasure is finished.
alter table erasures add column labels text[] not null default '{}';

-- The tone of the texts of a completed response is found by a task. Simulated participants have none.
create function queue_response_sentiment() returns trigger language plpgsql as $$
begin
  insert into tasks (kind, workspace_id, subject)
  select 'response.sentiment', p.workspace_id, new.id from projects p where p.id = new.project_id;
  return null;
end $$;
create trigger responses_sentiment_queued after update of status on responses for each row
  when (new.status = 'completed' and old.status <> 'completed' and not new.simulated)
  execute function queue_response_sentiment();
