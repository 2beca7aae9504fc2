-- Taggings and the evidence of cards are anchored to words (docs/adr/0076): a change of the transcript moves or detaches
-- them and never deletes them. `past` holds the positions that an anchor had, so that a revert restores them.
alter table taggings
  add column segment_id ident,
  add column start_character integer,
  add column end_segment_id ident,
  add column end_character integer,
  add column speaker text,
  add column detached boolean not null default false,
  add column past jsonb not null default '[]',
  add column since_revision integer not null default 0;

alter table notes add column source_deleted boolean not null default false, add column version integer not null default 1;
alter table cards add column version integer not null default 1;

-- Two taggings may meet at one place when a transcript changes, and both stay. Only what `tag_ids` shows is unique; for
-- passages the service refuses duplicates while it holds the tag.
drop index taggings_once;

-- A stored quote that is not in its segment word for word is kept as it is, detached.
with placed as (
  select g.id, s.id as segment_id, s.file_id, s.text, s.start_seconds, s.end_seconds,
      case when g.quote is not null then position(g.quote in s.text) else 0 end as at,
      coalesce((select p ->> 'label' from jsonb_array_elements(t.speakers) p where p ->> 'id' = s.speaker_id limit 1),
        s.speaker_id) as speaker, t.revision
    from taggings g join segments s on s.id = g.target_id join transcripts t on t.file_id = s.file_id
   where g.target_type = 'segment')
update taggings g set segment_id = p.segment_id, end_segment_id = p.segment_id, file_id = p.file_id,
    start_character = case when p.at > 0 then p.at - 1 else 0 end,
    end_character = case when p.at > 0 then p.at - 1 + char_length(g.quote) else char_length(p.text) end,
    quote = coalesce(g.quote, p.text), detached = g.quote is not null and p.at = 0,
    start_seconds = coalesce(g.start_seconds, p.start_seconds),
    end_seconds = coalesce(g.end_seconds, greatest(p.end_seconds, g.start_seconds + 0.001)),
    speaker = p.speaker, since_revision = p.revision
  from placed p where g.id = p.id;

create unique index taggings_whole_once on taggings (target_id, tag_id) where start_seconds is null and quote is null;
create index taggings_of_target on taggings (target_id, tag_id);

-- Evidence that names a segment: the same.
update cards k set evidence = (
  select jsonb_agg(case when s.id is null then e.item else e.item || jsonb_build_object(
        'file_id', s.file_id, 'end_segment_id', s.id,
        'start_character', case when a.at > 0 then a.at - 1 else 0 end,
        'end_character', case when a.at > 0 then a.at - 1 + char_length(e.item ->> 'quote') else char_length(s.text) end,
        'quote', coalesce(e.item ->> 'quote', s.text),
        'detached', e.item ->> 'quote' is not null and a.at = 0,
        'start_seconds', coalesce((e.item ->> 'start_seconds')::double precision, s.start_seconds),
        'end_seconds', coalesce((e.item ->> 'end_seconds')::double precision, s.end_seconds),
        'speaker', coalesce((select p ->> 'label' from jsonb_array_elements(t.speakers) p
            where p ->> 'id' = s.speaker_id limit 1), s.speaker_id),
        'since_revision', t.revision) end order by e.place)
    from jsonb_array_elements(k.evidence) with ordinality as e (item, place)
    left join segments s on s.id = e.item ->> 'segment_id'
    left join transcripts t on t.file_id = s.file_id
    cross join lateral (select coalesce(position((e.item ->> 'quote') in s.text), 0) as at) a)
 where k.evidence @? '$[*].segment_id ? (@ != null)';

-- A change of a transcript no longer deletes or marks anything by itself.
drop trigger segments_untagged on segments;
drop trigger segments_unquoted on segments;
drop trigger segments_uncited on segments;
drop function hand_over_segment(text, text);

-- Deleting a file still removes the tags on it and on its words.
create function drop_file_taggings() returns trigger language plpgsql as $$
begin
  perform 1 from projects where id in (select project_id from changed) order by id for no key update;
  perform 1 from tags where id in (
      select t.tag_id from taggings t join changed c on c.id = t.file_id where t.target_type in ('file', 'segment'))
    order by id for no key update;
  delete from taggings t using changed c where t.file_id = c.id and t.target_type in ('file', 'segment');
  return null;
end $$;
drop trigger files_untagged on files;
create trigger files_untagged after delete on files
  referencing old table as changed for each statement execute function drop_file_taggings();

-- A note whose file is deleted keeps its place, marked (contract §4).
create or replace function release_source() returns trigger language plpgsql as $$
begin
  if tg_argv[0] = 'file_id' then
    update notes n set source_deleted = true from changed c where n.file_id = c.id;
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

-- Only a change of tag or status changes the count. A tagging that moves must not lock its tag: others lock the tag first.
create or replace function count_tag_usage() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform add_tag_usage(array_agg(tag_id::text), array_agg(1)) from added where status = 'accepted' having count(*) > 0;
  elsif tg_op = 'DELETE' then
    perform add_tag_usage(array_agg(tag_id::text), array_agg(-1)) from removed where status = 'accepted' having count(*) > 0;
  else
    perform add_tag_usage(array_agg(u.tag_id), array_agg(u.n)) from (
      select a.tag_id::text, 1 as n from added a join removed r on r.id = a.id
       where a.status = 'accepted' and (a.tag_id <> r.tag_id or a.status <> r.status)
      union all
      select r.tag_id::text, -1 from added a join removed r on r.id = a.id
       where r.status = 'accepted' and (a.tag_id <> r.tag_id or a.status <> r.status)) u having count(*) > 0;
  end if;
  return null;
end $$;

-- Everything that is anchored to the words of a file. Cards and reports are locked: their items are known by their place.
create function anchors_of(of_file text) returns table (holder text, holder_id text, item integer, anchor jsonb)
language plpgsql as $$
begin
  perform 1 from cards k where k.evidence @> jsonb_build_array(jsonb_build_object('file_id', of_file))
    order by k.id for no key update;
  perform 1 from reports r where r.citations @> jsonb_build_array(jsonb_build_object('file_id', of_file))
    order by r.id for no key update;
  return query
    select 'tagging', g.id::text, 0, jsonb_build_object('segment_id', g.segment_id, 'start_character', g.start_character,
        'end_segment_id', g.end_segment_id, 'end_character', g.end_character, 'quote', g.quote, 'speaker', g.speaker,
        'start_seconds', g.start_seconds, 'end_seconds', g.end_seconds, 'detached', g.detached, 'past', g.past,
        'since_revision', g.since_revision)
      from taggings g where g.file_id = of_file and g.segment_id is not null
    union all
    select 'evidence', k.id::text, e.place::integer, e.item
      from cards k cross join jsonb_array_elements(k.evidence) with ordinality as e (item, place)
     where k.evidence @> jsonb_build_array(jsonb_build_object('file_id', of_file))
       and e.item ->> 'file_id' = of_file and e.item ->> 'segment_id' is not null
    union all
    select 'citation', r.id::text, e.place::integer, e.item
      from reports r cross join jsonb_array_elements(r.citations) with ordinality as e (item, place)
     where r.citations @> jsonb_build_array(jsonb_build_object('file_id', of_file))
       and e.item ->> 'file_id' = of_file and e.item ->> 'segment_id' is not null;
end $$;

-- Writes the anchors that moved: rows of holder, holder_id, item and the fields of the anchor.
create function move_anchors(moves jsonb, at timestamptz) returns void language plpgsql as $$
begin
  update taggings g set segment_id = m.segment_id, start_character = m.start_character, end_segment_id = m.end_segment_id,
      end_character = m.end_character, quote = m.quote, speaker = m.speaker, start_seconds = m.start_seconds,
      end_seconds = m.end_seconds, detached = m.detached, past = m.past, since_revision = m.since_revision,
      target_id = case when g.target_type = 'segment' then m.segment_id else g.target_id end, updated_at = at
    from jsonb_to_recordset(moves) as m (holder text, holder_id text, segment_id text, start_character integer,
      end_segment_id text, end_character integer, quote text, speaker text, start_seconds double precision,
      end_seconds double precision, detached boolean, past jsonb, since_revision integer)
   where m.holder = 'tagging' and g.id = m.holder_id;
  with m as materialized (
    select value ->> 'holder_id' as holder_id, (value ->> 'item')::integer as item,
        value - '{holder,holder_id,item}'::text[] as fields
      from jsonb_array_elements(moves) where value ->> 'holder' = 'evidence'),
  n as (
    select k.id, jsonb_agg(case when m.item is null then e.item else e.item || m.fields end order by e.place) as evidence
      from cards k cross join jsonb_array_elements(k.evidence) with ordinality as e (item, place)
      left join m on m.holder_id = k.id and m.item = e.place
     where k.id in (select m.holder_id from m) group by k.id)
  update cards k set updated_at = at, evidence = n.evidence from n where k.id = n.id;
  with m as materialized (
    select value ->> 'holder_id' as holder_id, (value ->> 'item')::integer as item,
        jsonb_build_object('segment_id', value ->> 'segment_id', 'source_deleted', value -> 'detached') as fields
      from jsonb_array_elements(moves) where value ->> 'holder' = 'citation'),
  n as (
    select r.id, jsonb_agg(case when m.item is null then e.item else e.item || m.fields end order by e.place) as citations
      from reports r cross join jsonb_array_elements(r.citations) with ordinality as e (item, place)
      left join m on m.holder_id = r.id and m.item = e.place
     where r.id in (select m.holder_id from m) group by r.id)
  update reports r set citations = n.citations from n where r.id = n.id;
end $$;

-- `POST …/transcript/undo` writes a revision that takes back an earlier one.
alter table transcript_revisions add column undoes integer;
