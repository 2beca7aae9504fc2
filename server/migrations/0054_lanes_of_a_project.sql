-- The lanes that a project begins with are written by the statement that writes the project. To ask four times whether it
-- exists cost a fifth of PostgreSQL's work for a new project, so the foreign key gives way to what it did for the rest:
-- lanes that come later are checked, and all of them go with their project.
alter table lanes drop constraint lanes_project_id_fkey;

create function require_project_of_lane() returns trigger language plpgsql as $$
begin
  perform 1 from projects where id = new.project_id for key share;
  if not found then
    raise foreign_key_violation using message = format('lane %s names a project that does not exist', new.id);
  end if;
  return null;
end $$;
create trigger lanes_have_project after insert on lanes
  for each row when (not new.with_project) execute function require_project_of_lane();

create function delete_lanes_of_project() returns trigger language plpgsql as $$
begin
  delete from lanes where project_id = old.id;
  return null;
end $$;
create trigger projects_take_lanes_along after delete on projects
  for each row execute function delete_lanes_of_project();
