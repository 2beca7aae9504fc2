-- Hand-written because the text is in another table: a completed response is found by what the participant wrote in its answers.
-- Simulated responses are not material. Deleted ones are removed from the index here, because nothing about search is declared.
create function derived.index_response() returns trigger language plpgsql as $$
begin
  insert into search_documents as d (id, type, workspace_id, project_id, title, body)
  select new.id, 'response', p.workspace_id, p.id, 'Response ' || new.number, coalesce((
      select string_agg(a.text, E'\n' order by a.created_at, a.turn, a.id) from answers a
       where a.response_id = new.id and a.type in ('open', 'task') and a.text is not null), '')
    from projects p where p.id = new.project_id
  on conflict (id) do update set title = excluded.title, body = excluded.body
  where (d.title, d.body) is distinct from (excluded.title, excluded.body);
  return null;
end $$;

create trigger responses_indexed after update of status on responses
  for each row when (new.status = 'completed' and old.status <> 'completed' and not new.simulated)
  execute function derived.index_response();
create trigger responses_unindexed after delete on responses
  referencing old table as changed for each statement execute function derived.unindex();
