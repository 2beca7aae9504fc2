-- The words of a workspace are its own. They used to be in one list for everybody, so that a tenant could learn from
-- corrected spelling which words another one used, and crowd out its neighbours.
-- A trusted extension that comes with PostgreSQL: it lets one index hold both the workspace and the trigrams of a word.
create extension if not exists btree_gist;

drop table search_words;

-- Which words a project has. No unique key: two writers of a new word must not wait for each other, and a word that is
-- here twice does no harm.
create table search_words (
  workspace_id ident not null,
  project_id ident not null,
  word text collate "C" not null
);
create index search_words_exact on search_words (workspace_id, word, project_id);

-- The same words once for each workspace, to find those near to a mistyped one. Whether the caller may know a word is
-- then decided by search_words.
create table workspace_words (
  workspace_id ident not null,
  word text collate "C" not null
);
create index workspace_words_exact on workspace_words (workspace_id, word);
create index workspace_words_near on workspace_words using gist (workspace_id, word gist_trgm_ops(siglen = 32));

create or replace function note_search_words() returns trigger language plpgsql as $$
begin
  with added as (
    insert into search_words (workspace_id, project_id, word)
    select w.workspace_id, w.project_id, w.word from (
      select distinct c.workspace_id, c.project_id, unnest(tsvector_to_array(c.vector)) as word from changed c) w
     where length(w.word) between 3 and 40 and not exists (
       select 1 from search_words s
        where s.workspace_id = w.workspace_id and s.word = w.word and s.project_id = w.project_id)
    returning workspace_id, word)
  insert into workspace_words (workspace_id, word)
  select distinct a.workspace_id, a.word from added a
   where not exists (
     select 1 from workspace_words s where s.workspace_id = a.workspace_id and s.word = a.word);
  return null;
end $$;

insert into search_words (workspace_id, project_id, word)
select distinct d.workspace_id, d.project_id, w.word
  from search_documents d cross join lateral unnest(tsvector_to_array(d.vector)) as w (word)
 where length(w.word) between 3 and 40;
insert into workspace_words (workspace_id, word) select distinct workspace_id, word from search_words;

create function forget_words() returns trigger language plpgsql as $$
begin
  delete from search_words w using changed c where w.workspace_id = c.workspace_id and w.project_id = c.id;
  return null;
end $$;
create trigger projects_words_forgotten after delete on projects
  referencing old table as changed for each statement execute function forget_words();

-- The names of files, tags, clips and tests are found too. Those of projects are read where they are: a workspace has
-- few of them, and creating one stays as cheap as it was.
alter table search_documents drop constraint search_documents_type_check;
alter table search_documents add constraint search_documents_type_check
  check (type in ('segment', 'note', 'card', 'report', 'response', 'file', 'tag', 'clip', 'test'));

create function index_name() returns trigger language plpgsql as $$
declare
  place_file_id text;
  place_seconds double precision;
begin
  if tg_argv[0] = 'file' then
    place_file_id := new.id;
  elsif tg_argv[0] = 'clip' then
    place_file_id := new.file_id;
    place_seconds := new.start_seconds;
  end if;
  insert into search_documents (id, type, workspace_id, project_id, file_id, start_seconds, title, body)
  select new.id, tg_argv[0], p.workspace_id, p.id, place_file_id, place_seconds, new.name, ''
    from projects p where p.id = new.project_id
  on conflict (id) do update set title = excluded.title, start_seconds = excluded.start_seconds;
  return null;
end $$;

do $$
declare
  source record;
  renamed text;
begin
  for source in select * from (values ('files', 'file'), ('tags', 'tag'), ('clips', 'clip'), ('tests', 'test')) as t (name, type) loop
    execute format('create trigger %1$s_name_indexed after insert on %1$I
      for each row execute function index_name(%2$L)', source.name, source.type);
    execute format('create trigger %1$s_name_unindexed after delete on %1$I
      referencing old table as changed for each statement execute function unindex()', source.name);
  end loop;
  foreach renamed in array array['files', 'tags', 'tests'] loop
    execute format('create trigger %1$s_name_reindexed after update of name on %1$I
      for each row when (old.name is distinct from new.name) execute function index_name(%2$L)',
      renamed, left(renamed, -1));
  end loop;
end $$;
create trigger clips_name_reindexed after update of name, start_seconds on clips for each row
  when ((old.name, old.start_seconds) is distinct from (new.name, new.start_seconds)) execute function index_name('clip');

insert into search_documents (id, type, workspace_id, project_id, file_id, title, body)
select f.id, 'file', p.workspace_id, p.id, f.id, f.name, '' from files f join projects p on p.id = f.project_id;
insert into search_documents (id, type, workspace_id, project_id, title, body)
select t.id, 'tag', p.workspace_id, p.id, t.name, '' from tags t join projects p on p.id = t.project_id;
insert into search_documents (id, type, workspace_id, project_id, file_id, start_seconds, title, body)
select c.id, 'clip', p.workspace_id, p.id, c.file_id, c.start_seconds, c.name, '' from clips c join projects p on p.id = c.project_id;
insert into search_documents (id, type, workspace_id, project_id, title, body)
select t.id, 'test', p.workspace_id, p.id, t.name, '' from tests t join projects p on p.id = t.project_id;
