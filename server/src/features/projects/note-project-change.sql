-- Hand-written because projects are deleted by a date, and because a change of access tells those who lose it.
create function derived.note_project_change() returns trigger language plpgsql as $$
begin
  insert into changes (type, action, project_id, record_ids, access_before)
  select 'project',
         case when tg_op = 'INSERT' or (old.deleted_at is not null and new.deleted_at is null) then 'created'
              when old.deleted_at is null and new.deleted_at is not null then 'deleted' else 'updated' end,
         new.id, array[new.id::text],
         case when tg_op = 'UPDATE' and (old.owner_id, old.visibility, old.member_ids)
                is distinct from (new.owner_id, new.visibility, new.member_ids)
              then jsonb_build_object('owner_id', old.owner_id, 'visibility', old.visibility, 'member_ids', old.member_ids) end;
  return null;
end $$;

create trigger projects_noted_created after insert on projects
  for each row execute function derived.note_project_change();
create trigger projects_noted_updated
  after update of name, description, status, visibility, member_ids, owner_id, language, metadata, deleted_at on projects
  for each row execute function derived.note_project_change();
