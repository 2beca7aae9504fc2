-- Live updates (0255_changes.sql) of reels and of invitations to the workspace, and for pages of the project that a file left.
create function note_reels_change() returns trigger language plpgsql as $$
begin
  insert into changes (type, action, project_id, record_ids)
  select 'reel', tg_argv[0], c.project_id, case when count(*) <= 20 then array_agg(c.id::text) else '{}' end
    from changed c group by c.project_id;
  return null;
end $$;
create trigger reels_noted_created after insert on reels referencing new table as changed
  for each statement execute function note_reels_change('created');
create trigger reels_noted_updated after update on reels referencing new table as changed
  for each statement execute function note_reels_change('updated');
create trigger reels_noted_deleted after delete on reels referencing old table as changed
  for each statement execute function note_reels_change('deleted');

create function note_member_invitations_change() returns trigger language plpgsql as $$
begin
  insert into changes (type, action, workspace_id, record_ids)
  select 'member_invitation', tg_argv[0], c.workspace_id, case when count(*) <= 20 then array_agg(c.id::text) else '{}' end
    from changed c group by c.workspace_id;
  return null;
end $$;
create trigger member_invitations_noted_created after insert on member_invitations referencing new table as changed
  for each statement execute function note_member_invitations_change('created');
create trigger member_invitations_noted_updated after update on member_invitations referencing new table as changed
  for each statement execute function note_member_invitations_change('updated');
create trigger member_invitations_noted_deleted after delete on member_invitations referencing old table as changed
  for each statement execute function note_member_invitations_change('deleted');

create function note_file_left() returns trigger language plpgsql as $$
begin
  insert into changes (type, action, project_id, file_id, record_ids)
  values ('file', 'deleted', old.project_id, old.id, array[old.id::text]);
  return null;
end $$;
create trigger files_noted_left after update of project_id on files
  for each row when (old.project_id is distinct from new.project_id) execute function note_file_left();
