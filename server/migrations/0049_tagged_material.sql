-- Files, segments and clips can carry tags and be quoted: what goes takes its taggings with it, and what quoted it says so.
create trigger files_untagged after delete on files
  referencing old table as changed for each statement execute function drop_taggings();
create trigger files_unquoted after delete on files
  referencing old table as changed for each statement execute function release_source('file_id');
create trigger clips_untagged after delete on clips
  referencing old table as changed for each statement execute function drop_taggings();
create trigger clips_unquoted after delete on clips
  referencing old table as changed for each statement execute function release_source('clip_id');
create trigger segments_untagged after delete on segments
  referencing old table as changed for each statement execute function drop_taggings();
create trigger segments_unquoted after delete on segments
  referencing old table as changed for each statement execute function release_source('segment_id');

-- A segment that is joined into another, or replaced by one at the same time, hands over what points at it.
create function hand_over_segment(gone text, heir text) returns void language plpgsql as $$
begin
  update taggings g set target_id = heir
   where g.target_id = gone and not exists (
     select 1 from taggings o where o.target_id = heir and o.tag_id = g.tag_id
        and o.start_seconds is not distinct from g.start_seconds and o.end_seconds is not distinct from g.end_seconds
        and o.quote is not distinct from g.quote);
  update cards k set evidence = (
      select jsonb_agg(case when e.item ->> 'segment_id' = gone
               then e.item || jsonb_build_object('segment_id', heir) else e.item end order by e.place)
        from jsonb_array_elements(k.evidence) with ordinality as e (item, place))
   where k.evidence @> jsonb_build_array(jsonb_build_object('segment_id', gone));
end $$;
