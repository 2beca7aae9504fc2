-- What changed, for the browsers that show it (docs/adr/0255-live-updates-from-a-table-of-changes.md). Triggers write it in the
-- transaction of the change, one row per statement and file, so no write is forgotten and none is announced that was
-- rolled back. Rows are deleted after an hour.
create table changes (
  -- Says, together with a snapshot, which rows a reader has not seen yet (0080_event_order.sql).
  transaction_id xid8 not null default pg_current_xact_id(),
  id bigint generated always as identity,
  at timestamptz(3) not null default clock_timestamp(),
  -- Of changes outside projects; other rows follow the access to their project.
  workspace_id ident,
  project_id ident,
  type text not null,
  action text not null check (action in ('created', 'updated', 'deleted')),
  -- Empty if one statement changed more than 20 records.
  record_ids text[] collate "C" not null,
  file_id ident,
  -- The user of the request. A setting of the transaction, so that features need not pass it on.
  actor_id ident default nullif(current_setting('parley.actor', true), ''),
  -- Who could read a project before its access changed.
  access_before jsonb,
  primary key (transaction_id, id)
) with (autovacuum_vacuum_scale_factor = 0.1);

do $$
declare
  one record;
begin
  for one in
    select * from (values
      ('files', 'file', 'id', 'c.id::text'),
      ('transcripts', 'transcript', 'file_id', 'c.file_id::text'),
      ('clips', 'clip', 'id', 'c.file_id::text'),
      ('tags', 'tag', 'id', 'null::text'),
      ('taggings', 'tagging', 'id', 'c.file_id::text'),
      ('notes', 'note', 'id', 'c.file_id::text'),
      ('lanes', 'lane', 'id', 'null::text'),
      ('cards', 'card', 'id', 'null::text'),
      ('reports', 'report', 'id', 'null::text'),
      ('jobs', 'job', 'id', 'c.file_id::text')
    ) as t (relation, type, key, file)
  loop
    execute format($f$
      create function note_%1$s_change() returns trigger language plpgsql as $b$
      begin
        insert into changes (type, action, project_id, file_id, record_ids)
        select %2$L, tg_argv[0], c.project_id, %4$s, case when count(*) <= 20 then array_agg(c.%3$I::text) else '{}' end
          from changed c group by 3, 4;
        return null;
      end $b$ $f$, one.relation, one.type, one.key, one.file);
    -- The first lanes come with their project, and counting changes tags: triggers on each row leave these out.
    if one.relation <> 'lanes' then
      execute format('create trigger %1$s_noted_created after insert on %1$I referencing new table as changed
        for each statement execute function note_%1$s_change(''created'')', one.relation);
    end if;
    if one.relation <> 'tags' then
      execute format('create trigger %1$s_noted_updated after update on %1$I referencing new table as changed
        for each statement execute function note_%1$s_change(''updated'')', one.relation);
    end if;
    execute format('create trigger %1$s_noted_deleted after delete on %1$I referencing old table as changed
      for each statement execute function note_%1$s_change(''deleted'')', one.relation);
  end loop;
end $$;

create function note_row_change() returns trigger language plpgsql as $$
begin
  insert into changes (type, action, project_id, record_ids)
  values (tg_argv[0], tg_argv[1], new.project_id, array[new.id::text]);
  return null;
end $$;
create trigger lanes_noted_created after insert on lanes
  for each row when (not new.with_project) execute function note_row_change('lane', 'created');
create trigger tags_noted_updated after update of name, description, color, parent_id on tags
  for each row execute function note_row_change('tag', 'updated');

create function note_project_change() returns trigger language plpgsql as $$
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
  for each row execute function note_project_change();
create trigger projects_noted_updated after update of name, description, status, visibility, member_ids, owner_id, language,
    metadata, deleted_at on projects
  for each row execute function note_project_change();

create function note_workspace_change() returns trigger language plpgsql as $$
begin
  insert into changes (type, action, workspace_id, record_ids)
  values ('workspace', 'updated', new.id, array[new.id::text]);
  return null;
end $$;
create trigger workspaces_noted_updated after update on workspaces
  for each row execute function note_workspace_change();

create function note_members_change() returns trigger language plpgsql as $$
begin
  insert into changes (type, action, workspace_id, record_ids)
  select 'member', tg_argv[0], c.workspace_id, case when count(*) <= 20 then array_agg(c.id::text) else '{}' end
    from changed c group by c.workspace_id;
  return null;
end $$;
create trigger users_noted_created after insert on users referencing new table as changed
  for each statement execute function note_members_change('created');
create trigger users_noted_updated after update on users referencing new table as changed
  for each statement execute function note_members_change('updated');
create trigger users_noted_deleted after delete on users referencing old table as changed
  for each statement execute function note_members_change('deleted');

-- Not shown to anyone: it ends the streams of these users, whose browsers must authenticate again.
create function note_sign_out() returns trigger language plpgsql as $$
begin
  insert into changes (type, action, workspace_id, record_ids)
  select 'sign_in', 'deleted', u.workspace_id, array_agg(distinct u.id::text)
    from changed c join users u on u.id = c.user_id group by u.workspace_id;
  return null;
end $$;
create trigger sign_ins_noted_deleted after delete on sign_ins referencing old table as changed
  for each statement execute function note_sign_out();
