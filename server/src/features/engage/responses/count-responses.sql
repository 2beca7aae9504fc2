-- Hand-written because an update changes counts, too, and because all counts of a test change with one update of its row.
-- Simulated responses are not counted. Locks are taken in the order project, test.
create function derived.add_responses(project text, test text, n integer, completed integer, screened_out integer)
  returns void language plpgsql as $$
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

create function derived.count_responses() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform derived.add_responses(c.project_id, c.test_id, c.n, c.completed, c.screened_out) from (
      select project_id, test_id, count(*)::integer as n,
             (count(*) filter (where status = 'completed'))::integer as completed,
             (count(*) filter (where status = 'screened_out'))::integer as screened_out
        from added where not simulated group by project_id, test_id order by project_id, test_id) c;
  elsif tg_op = 'DELETE' then
    perform derived.add_responses(c.project_id, c.test_id, -c.n, -c.completed, -c.screened_out) from (
      select project_id, test_id, count(*)::integer as n,
             (count(*) filter (where status = 'completed'))::integer as completed,
             (count(*) filter (where status = 'screened_out'))::integer as screened_out
        from removed where not simulated group by project_id, test_id order by project_id, test_id) c;
  else
    perform derived.add_responses(c.project_id, c.test_id, 0, c.completed, c.screened_out) from (
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
  referencing new table as added for each statement execute function derived.count_responses();
create trigger responses_recounted after update on responses
  referencing old table as removed new table as added for each statement execute function derived.count_responses();
create trigger responses_uncounted after delete on responses
  referencing old table as removed for each statement execute function derived.count_responses();
