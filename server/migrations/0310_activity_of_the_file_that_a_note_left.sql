-- A note that is moved to another file, or taken off its file, also changes the file that it left.
create function note_activity_of_left_file() returns trigger language plpgsql as $$
begin
  perform touch_file(c.file_id, c.at, true)
    from (select o.file_id, max(n.updated_at) as at from old_rows o join new_rows n on n.id = o.id
           where o.file_id is not null and n.file_id is distinct from o.file_id group by o.file_id order by o.file_id) c;
  return null;
end $$;

create trigger notes_file_left after update on notes
  referencing old table as old_rows new table as new_rows for each statement execute function note_activity_of_left_file();
