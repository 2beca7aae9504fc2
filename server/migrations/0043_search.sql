-- Search (docs/adr/0042): one row for each thing that can be found, whatever its table.
create extension if not exists pg_trgm;

-- The form in which words are compared: without case, accents and width, punctuation gone, and scripts that write
-- no spaces cut into characters, so that a word in them is a phrase of characters.
-- Plain ASCII, most of what is said in English, needs no more than case and punctuation taken away.
create function search_fold(text) returns text language sql immutable parallel safe strict as $$
  select case when octet_length($1) = length($1)
    then translate(lower($1), U&'!"#$%&''()*+,-./:;<=>?@[\\]^_`{|}~', repeat(' ', 32))
    else regexp_replace(
      translate(
        lower(regexp_replace(normalize($1, NFKD), U&'[\0300-\036F]', '', 'g')),
        U&'!"#$%&''()*+,-./:;<=>?@[\\]^_`{|}~\00AB\00BB\2013\2014\2018\2019\201C\201D\2026', repeat(' ', 41)),
      U&'([\0E00-\0EFF\1000-\109F\1780-\17FF\3040-\30FF\3400-\9FFF\F900-\FAFF])', ' \1 ', 'g')
    end
$$;

-- What lies beyond the first 200,000 characters of a text is not searched: a vector has room for a megabyte.
create function search_vector(title text, body text) returns tsvector language sql immutable parallel safe as $$
  select setweight(to_tsvector('simple', search_fold(coalesce(title, ''))), 'A')
      || setweight(to_tsvector('simple', search_fold(left(body, 200000))), 'B')
$$;

create table search_documents (
  id ident primary key,
  type text not null check (type in ('segment', 'note', 'card', 'report', 'response')),
  workspace_id ident not null,
  project_id ident not null references projects on delete cascade,
  file_id ident,
  start_seconds double precision,
  title text,
  body text not null,
  vector tsvector generated always as (search_vector(title, body)) stored
);
create index search_documents_project on search_documents (project_id);
-- Without the list of pending entries, whose length would be part of every search.
create index search_documents_words on search_documents using gin (vector) with (fastupdate = off);

-- The words there are, for finding those near to a mistyped one. No unique key: two writers of a new word must not
-- wait for each other, and a word that is here twice does no harm. A chore removes the ones that nothing uses.
create table search_words (word text collate "C" not null);
create index search_words_exact on search_words (word);
create index search_words_near on search_words using gist (word gist_trgm_ops(siglen = 32));

create function note_search_words() returns trigger language plpgsql as $$
begin
  insert into search_words
  select w.word from (
    select distinct unnest(tsvector_to_array(vector)) as word from changed) w
   where length(w.word) between 3 and 40 and not exists (select 1 from search_words s where s.word = w.word);
  return null;
end $$;
create trigger search_documents_words_added after insert on search_documents
  referencing new table as changed for each statement execute function note_search_words();
create trigger search_documents_words_changed after update on search_documents
  referencing new table as changed for each statement execute function note_search_words();

-- A table takes part with a trigger that writes its rows here, see below, and one that takes them away: unindex().
create function unindex() returns trigger language plpgsql as $$
begin
  delete from search_documents d using changed c where d.id = c.id;
  return null;
end $$;

create function index_notes() returns trigger language plpgsql as $$
begin
  insert into search_documents as d (id, type, workspace_id, project_id, file_id, start_seconds, title, body)
  select c.id, 'note', p.workspace_id, c.project_id, c.file_id, c.start_seconds, c.title, c.body
    from changed c join projects p on p.id = c.project_id
  on conflict (id) do update
    set file_id = excluded.file_id, start_seconds = excluded.start_seconds, title = excluded.title, body = excluded.body
  where (d.file_id, d.start_seconds, d.title, d.body) is distinct from
    (excluded.file_id, excluded.start_seconds, excluded.title, excluded.body);
  return null;
end $$;
create trigger notes_indexed after insert on notes
  referencing new table as changed for each statement execute function index_notes();
create trigger notes_reindexed after update on notes
  referencing new table as changed for each statement execute function index_notes();
create trigger notes_unindexed after delete on notes
  referencing old table as changed for each statement execute function unindex();

-- A card is found by its title and body, and by the words that were quoted on it.
create function index_cards() returns trigger language plpgsql as $$
begin
  insert into search_documents as d (id, type, workspace_id, project_id, title, body)
  select c.id, 'card', p.workspace_id, c.project_id, c.title,
      concat_ws(E'\n', c.body, (select string_agg(e.item ->> 'quote', E'\n' order by e.place)
        from jsonb_array_elements(c.evidence) with ordinality as e (item, place)))
    from changed c join projects p on p.id = c.project_id
  on conflict (id) do update set title = excluded.title, body = excluded.body
  where (d.title, d.body) is distinct from (excluded.title, excluded.body);
  return null;
end $$;
create trigger cards_indexed after insert on cards
  referencing new table as changed for each statement execute function index_cards();
create trigger cards_reindexed after update on cards
  referencing new table as changed for each statement execute function index_cards();
create trigger cards_unindexed after delete on cards
  referencing old table as changed for each statement execute function unindex();

create function index_segments() returns trigger language plpgsql as $$
begin
  insert into search_documents as d (id, type, workspace_id, project_id, file_id, start_seconds, body)
  select c.id, 'segment', c.workspace_id, c.project_id, c.file_id, c.start_seconds, c.text from changed c
  on conflict (id) do update set file_id = excluded.file_id, start_seconds = excluded.start_seconds, body = excluded.body
  where (d.file_id, d.start_seconds, d.body) is distinct from (excluded.file_id, excluded.start_seconds, excluded.body);
  return null;
end $$;
create trigger segments_indexed after insert on segments
  referencing new table as changed for each statement execute function index_segments();
create trigger segments_reindexed after update on segments
  referencing new table as changed for each statement execute function index_segments();
create trigger segments_unindexed after delete on segments
  referencing old table as changed for each statement execute function unindex();

-- What was there before.
insert into search_documents (id, type, workspace_id, project_id, file_id, start_seconds, body)
select id, 'segment', workspace_id, project_id, file_id, start_seconds, text from segments;
insert into search_documents (id, type, workspace_id, project_id, file_id, start_seconds, title, body)
select n.id, 'note', p.workspace_id, n.project_id, n.file_id, n.start_seconds, n.title, n.body
  from notes n join projects p on p.id = n.project_id;
insert into search_documents (id, type, workspace_id, project_id, title, body)
select c.id, 'card', p.workspace_id, c.project_id, c.title,
    concat_ws(E'\n', c.body, (select string_agg(e.item ->> 'quote', E'\n' order by e.place)
      from jsonb_array_elements(c.evidence) with ordinality as e (item, place)))
  from cards c join projects p on p.id = c.project_id;
