-- Hand-written because it replaces a foreign key: the project of the first lanes is inserted by the same statement, and checking
-- that it exists would take a fifth of the time of creating a project.
create function derived.require_project_of_lane() returns trigger language plpgsql as $$
begin
  perform 1 from projects where id = new.project_id for key share;
  if not found then
    raise foreign_key_violation using message = format('lane %s names a project that does not exist', new.id);
  end if;
  return null;
end $$;

create trigger lanes_have_project after insert on lanes
  for each row when (not new.with_project) execute function derived.require_project_of_lane();
