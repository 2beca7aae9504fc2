-- Participants can carry tags, and their names are found by search.

alter table taggings drop constraint taggings_target_type_check;
alter table taggings add constraint taggings_target_type_check
  check (target_type in ('file', 'segment', 'note', 'card', 'clip', 'response', 'participant'));
create trigger participants_untagged after delete on participants
  referencing old table as changed for each statement execute function drop_taggings();

alter table search_documents drop constraint search_documents_type_check;
alter table search_documents add constraint search_documents_type_check
  check (type in ('segment', 'note', 'card', 'report', 'response', 'file', 'tag', 'clip', 'test', 'participant'));

-- A participant may have no name, and loses it when the person is erased. Simulated participants are not people.
create function index_participant() returns trigger language plpgsql as $$
begin
  delete from search_documents where id = new.id;
  if new.name is not null and not new.simulated then
    insert into search_documents (id, type, workspace_id, project_id, title, body)
    select new.id, 'participant', p.workspace_id, p.id, new.name, '' from projects p where p.id = new.project_id;
  end if;
  return null;
end $$;
create trigger participants_name_indexed after insert on participants
  for each row when (new.name is not null) execute function index_participant();
create trigger participants_name_reindexed after update of name on participants
  for each row when (old.name is distinct from new.name) execute function index_participant();
create trigger participants_name_unindexed after delete on participants
  referencing old table as changed for each statement execute function unindex();
