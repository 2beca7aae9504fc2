-- Hand-written because it derives rows from rows that are derived themselves: the words of a document that its project and its
-- workspace did not have. A word that two transactions add at once is stored twice, which does no harm.
-- Each word is looked up once in an index that is sorted by words. `not exists` with `=` becomes a join, for which the planner
-- has chosen the index of similar words: every lookup in it takes longer than the one before.
create function derived.note_search_words() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  with added as (
    insert into search_words (workspace_id, project_id, word)
    select w.workspace_id, w.project_id, w.word from (
      select distinct c.workspace_id, c.project_id, unnest(tsvector_to_array(c.vector)) as word from changed c) w
     where length(w.word) between 3 and 40 and (
       select 1 from search_words s
        where s.workspace_id = w.workspace_id and s.word between w.word and w.word and s.project_id = w.project_id
        limit 1) is null
    returning workspace_id, word)
  insert into workspace_words (workspace_id, word)
  select distinct a.workspace_id, a.word from added a
   where (
     select 1 from workspace_words s where s.workspace_id = a.workspace_id and s.word between a.word and a.word
      limit 1) is null;
  return null;
end $$;

create trigger search_documents_words_added after insert on search_documents
  referencing new table as changed for each statement execute function derived.note_search_words();
create trigger search_documents_words_changed after update on search_documents
  referencing new table as changed for each statement execute function derived.note_search_words();
