-- Hand-written because it tells users about rows without an id: it ends the live streams of the users whose sign-ins are deleted,
-- so that their browsers authenticate again.
create function derived.note_sign_out() returns trigger language plpgsql as $$
begin
  insert into changes (type, action, workspace_id, record_ids)
  select 'sign_in', 'deleted', u.workspace_id, array_agg(distinct u.id::text)
    from changed c join users u on u.id = c.user_id group by u.workspace_id;
  return null;
end $$;

create trigger sign_ins_noted_deleted after delete on sign_ins
  referencing old table as changed for each statement execute function derived.note_sign_out();
