-- Hand-written because updates change the count, too. usage_count of a tag is the number of its accepted taggings. Only a change of
-- tag or status changes it: a tagging that moves must not lock its tag, because others lock the tag first. Tags are locked in the
-- order of their ids, here and by all code that writes taggings with several statements.
create function derived.add_tag_usage(tag_ids text[], deltas integer[]) returns void language plpgsql as $$
begin
  perform 1 from tags where id = any(tag_ids) order by id for no key update;
  update tags t set usage_count = t.usage_count + d.n
    from (select u.tag_id, sum(u.n)::integer as n from unnest(tag_ids, deltas) as u (tag_id, n) group by u.tag_id) d
   where t.id = d.tag_id and d.n <> 0;
end $$;

create function derived.count_tag_usage() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform derived.add_tag_usage(array_agg(tag_id::text), array_agg(1)) from added where status = 'accepted' having count(*) > 0;
  elsif tg_op = 'DELETE' then
    perform derived.add_tag_usage(array_agg(tag_id::text), array_agg(-1)) from removed where status = 'accepted' having count(*) > 0;
  else
    perform derived.add_tag_usage(array_agg(u.tag_id), array_agg(u.n)) from (
      select a.tag_id::text, 1 as n from added a join removed r on r.id = a.id
       where a.status = 'accepted' and (a.tag_id <> r.tag_id or a.status <> r.status)
      union all
      select r.tag_id::text, -1 from added a join removed r on r.id = a.id
       where r.status = 'accepted' and (a.tag_id <> r.tag_id or a.status <> r.status)) u having count(*) > 0;
  end if;
  return null;
end $$;

create trigger taggings_added after insert on taggings
  referencing new table as added for each statement execute function derived.count_tag_usage();
create trigger taggings_changed after update on taggings
  referencing old table as removed new table as added for each statement execute function derived.count_tag_usage();
create trigger taggings_removed after delete on taggings
  referencing old table as removed for each statement execute function derived.count_tag_usage();
