-- The order of a lane is (position, id); positions are fractional keys in byte order (docs/adr/0040).
create table cards (
  id ident primary key,
  project_id ident not null references projects on delete cascade,
  lane_id ident not null references lanes on delete cascade,
  position text collate "C" not null,
  title text not null,
  body text,
  color text,
  assignee_id ident references users,
  priority text check (priority in ('low', 'medium', 'high', 'urgent')),
  due_on date,
  evidence jsonb not null default '[]',
  created_by ident,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index cards_board on cards (lane_id, position, id);
create index cards_by_creation on cards (project_id, created_at desc, id desc);
create index cards_by_update on cards (project_id, updated_at desc, id desc);
create index cards_evidence on cards using gin (evidence jsonb_path_ops);

create trigger cards_counted after insert on cards
  referencing new table as changed for each statement execute function count_in_project('card_count');
create trigger cards_uncounted after delete on cards
  referencing old table as changed for each statement execute function count_in_project('card_count');
create trigger cards_untagged after delete on cards
  referencing old table as changed for each statement execute function drop_taggings();

-- When a source is deleted, notes let go of it and cards keep the quote, marked (contract §4). The tables of
-- sources take part with one trigger each that names the field: `release_source('file_id')`.
create function release_source() returns trigger language plpgsql as $$
begin
  if tg_argv[0] = 'file_id' then
    update notes n set file_id = null, start_seconds = null, end_seconds = null from changed c where n.file_id = c.id;
  elsif tg_argv[0] in ('session_id', 'response_id') then
    execute format('update notes n set %1$I = null from changed c where n.%1$I = c.id', tg_argv[0]);
  end if;
  if tg_argv[0] in ('file_id', 'segment_id', 'clip_id') then
    update cards k set evidence = (
      select jsonb_agg(case when e.item ->> tg_argv[0] in (select id from changed)
               then e.item || '{"source_deleted": true}' else e.item end order by e.place)
        from jsonb_array_elements(k.evidence) with ordinality as e (item, place))
     where k.id in (
       select m.id from changed c join cards m
         on m.evidence @> jsonb_build_array(jsonb_build_object(tg_argv[0], c.id)));
  end if;
  return null;
end $$;
