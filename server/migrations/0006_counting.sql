-- The same counting with one plan that every connection keeps; text put together anew is planned anew each time,
-- which cost more than the change itself.
create or replace function count_in_project() returns trigger language plpgsql as $$
declare
  sign integer := case when tg_op = 'INSERT' then 1 else -1 end;
  counted text := tg_argv[0];
begin
  update projects p set
    file_count = p.file_count + case counted when 'file_count' then c.n else 0 end,
    test_count = p.test_count + case counted when 'test_count' then c.n else 0 end,
    response_count = p.response_count + case counted when 'response_count' then c.n else 0 end,
    tag_count = p.tag_count + case counted when 'tag_count' then c.n else 0 end,
    note_count = p.note_count + case counted when 'note_count' then c.n else 0 end,
    card_count = p.card_count + case counted when 'card_count' then c.n else 0 end,
    lane_count = p.lane_count + case counted when 'lane_count' then c.n else 0 end,
    report_count = p.report_count + case counted when 'report_count' then c.n else 0 end,
    clip_count = p.clip_count + case counted when 'clip_count' then c.n else 0 end
    from (select project_id, sign * count(*)::integer as n from changed group by project_id order by project_id) c
   where p.id = c.project_id;
  return null;
end $$;

-- The lanes that a project begins with are counted by the insert of the project itself: updating the row that
-- was written a moment ago cost a third of making a project.
alter table lanes add column with_project boolean not null default false;
drop trigger lanes_counted on lanes;
create function count_lane() returns trigger language plpgsql as $$
begin
  update projects set lane_count = lane_count + 1 where id = new.project_id;
  return null;
end $$;
create trigger lanes_counted after insert on lanes
  for each row when (not new.with_project) execute function count_lane();
