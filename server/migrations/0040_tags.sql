create table tags (
  id ident primary key,
  project_id ident not null references projects on delete cascade,
  name text not null,
  -- The name as it is compared: folded by the application, so that no database locale decides what is equal.
  name_key text collate "C" not null,
  description text,
  color text not null,
  parent_id ident references tags on delete set null,
  usage_count integer not null default 0,
  source text not null check (source in ('manual', 'ai', 'import')),
  created_by ident,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  unique (project_id, name_key)
) with (fillfactor = 85);
create index tags_by_creation on tags (project_id, created_at desc, id desc);
create index tags_children on tags (parent_id) where parent_id is not null;

create trigger tags_counted after insert on tags
  referencing new table as changed for each statement execute function count_in_project('tag_count');
create trigger tags_uncounted after delete on tags
  referencing old table as changed for each statement execute function count_in_project('tag_count');

-- A tag on a thing or a span of it. `tag_ids` of a note, a card and so on are its accepted taggings without span
-- and quote: there is one truth about what carries a tag.
create table taggings (
  id ident primary key,
  project_id ident not null references projects on delete cascade,
  tag_id ident not null references tags on delete cascade,
  target_type text not null check (target_type in ('file', 'segment', 'note', 'card', 'clip', 'response')),
  target_id ident not null,
  file_id ident,
  start_seconds double precision,
  end_seconds double precision,
  quote text,
  -- The place in `tag_ids`, which keep the order in which they were given.
  place integer not null default 0,
  source text not null check (source in ('manual', 'ai')),
  confidence double precision,
  status text not null check (status in ('suggested', 'accepted', 'rejected')),
  job_id ident,
  created_by ident,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  check (end_seconds > start_seconds)
);
create unique index taggings_once
  on taggings (target_id, tag_id, start_seconds, end_seconds, md5(quote)) nulls not distinct;
create index taggings_by_creation on taggings (project_id, created_at desc, id desc);
create index taggings_of_tag on taggings (tag_id, created_at desc, id desc);
create index taggings_of_file on taggings (file_id) where file_id is not null;

-- usage_count of a tag is the number of its accepted taggings, in the transaction that changes them. Tags are
-- locked in the order of their ids, here and by whoever writes taggings in more than one statement.
create function add_tag_usage(tag_ids text[], deltas integer[]) returns void language plpgsql as $$
begin
  perform 1 from tags where id = any(tag_ids) order by id for no key update;
  update tags t set usage_count = t.usage_count + d.n
    from (select u.tag_id, sum(u.n)::integer as n from unnest(tag_ids, deltas) as u (tag_id, n) group by u.tag_id) d
   where t.id = d.tag_id and d.n <> 0;
end $$;

create function count_tag_usage() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform add_tag_usage(array_agg(tag_id::text), array_agg(1)) from added where status = 'accepted' having count(*) > 0;
  elsif tg_op = 'DELETE' then
    perform add_tag_usage(array_agg(tag_id::text), array_agg(-1)) from removed where status = 'accepted' having count(*) > 0;
  else
    perform add_tag_usage(array_agg(u.tag_id), array_agg(u.n)) from (
      select tag_id::text, 1 as n from added where status = 'accepted'
      union all
      select tag_id::text, -1 from removed where status = 'accepted') u having count(*) > 0;
  end if;
  return null;
end $$;
create trigger taggings_added after insert on taggings
  referencing new table as added for each statement execute function count_tag_usage();
create trigger taggings_removed after delete on taggings
  referencing old table as removed for each statement execute function count_tag_usage();
create trigger taggings_changed after update on taggings
  referencing old table as removed new table as added for each statement execute function count_tag_usage();

-- What is gone carries no tag. A table whose rows can be tagged takes part with one trigger: see notes.
-- Locks are taken in the order thing, project, tags, taggings: the project now, for it is counted in later.
create function drop_taggings() returns trigger language plpgsql as $$
begin
  perform 1 from projects
    where id in (select t.project_id from taggings t join changed c on c.id = t.target_id)
    order by id for no key update;
  perform 1 from tags
    where id in (select t.tag_id from taggings t join changed c on c.id = t.target_id) order by id for no key update;
  delete from taggings t using changed c where t.target_id = c.id;
  return null;
end $$;
