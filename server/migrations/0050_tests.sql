-- The questions of a test are one value of its row: they are read, checked and changed as a whole (docs/adr/0050).
create table tests (
  id ident primary key,
  project_id ident not null references projects on delete cascade,
  name text not null,
  type text not null check (type in ('survey', 'ai_survey', 'ai_interview', 'live_interview')),
  status text not null default 'draft' check (status in ('draft', 'live', 'paused', 'closed')),
  description text,
  questions jsonb not null default '[]' check (jsonb_typeof(questions) = 'array'),
  -- Kept where responses come and go, like the counts of a project.
  response_count integer not null default 0,
  completed_count integer not null default 0,
  screened_out_count integer not null default 0,
  published_at timestamptz(3),
  closed_at timestamptz(3),
  metadata jsonb not null default '{}',
  created_by ident,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  check ((status = 'draft') = (published_at is null)),
  check ((status = 'closed') = (closed_at is not null))
);
create index tests_by_creation on tests (project_id, created_at desc, id desc);
create index tests_by_update on tests (project_id, updated_at desc, id desc);
create index tests_by_name on tests (project_id, lower(name) collate "C", id);

create trigger tests_counted after insert on tests
  referencing new table as changed for each statement execute function count_in_project('test_count');
create trigger tests_uncounted after delete on tests
  referencing old table as changed for each statement execute function count_in_project('test_count');

-- A question lets go of a file that is deleted. The tests of a project are few, so they are looked through by project.
create function release_question_media() returns trigger language plpgsql as $$
begin
  update tests t set questions = (
      select jsonb_agg(case when q.item ->> 'media_file_id' in (select id from changed)
               then q.item || '{"media_file_id": null}' else q.item end order by q.place)
        from jsonb_array_elements(t.questions) with ordinality as q (item, place))
   where t.id in (
     select m.id from changed c join tests m on m.project_id = c.project_id
        and m.questions @> jsonb_build_array(jsonb_build_object('media_file_id', c.id)));
  return null;
end $$;
-- By its name it runs after files_uncounted: locks are taken in the order project, things.
create trigger files_unshown after delete on files
  referencing old table as changed for each statement execute function release_question_media();
