-- Hand-written because it goes through many tables: when a file moves to another project, its parts go along. Only files that
-- nothing else in the project refers to can move. Records of higher areas move by their registration (`partsOfFile`).
create function derived.move_parts_of_file() returns trigger language plpgsql as $$
begin
  update transcripts set project_id = new.project_id where file_id = new.id;
  update segments set project_id = new.project_id where file_id = new.id;
  update embedded_transcripts set project_id = new.project_id where file_id = new.id;
  update jobs set project_id = new.project_id where file_id = new.id;
  with moved as (
    update clips set project_id = new.project_id where file_id = new.id returning id)
  update projects p set
      file_count = p.file_count + c.sign,
      clip_count = p.clip_count + c.sign * (select count(*) from moved)::integer
    from (values (old.project_id::text, -1), (new.project_id::text, 1)) as c (id, sign)
   where p.id = c.id;
  update search_documents set project_id = new.project_id
   where id = new.id
      or id in (select id from segments where file_id = new.id)
      or id in (select id from clips where file_id = new.id);
  perform derived.touch_project(old.project_id, clock_timestamp(), false);
  return null;
end $$;

create trigger files_moved after update of project_id on files
  for each row when (old.project_id is distinct from new.project_id) execute function derived.move_parts_of_file();
