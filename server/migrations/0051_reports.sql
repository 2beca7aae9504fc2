create table reports (
  id ident primary key,
  workspace_id ident not null references workspaces on delete cascade,
  project_id ident not null references projects on delete cascade,
  title text not null,
  prompt text not null,
  template text not null check (template in ('summary', 'usability', 'interview', 'survey')),
  status text not null check (status in ('ready', 'edited')),
  summary text not null,
  body_markdown text not null,
  citations jsonb not null,
  file_ids text[] collate "C" not null,
  skipped jsonb not null,
  language text,
  model text not null,
  job_id ident not null,
  share_token text collate "C" unique,
  created_by ident,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index reports_by_creation on reports (project_id, created_at desc, id desc);
create index reports_by_update on reports (project_id, updated_at desc, id desc);
create index reports_citations on reports using gin (citations jsonb_path_ops);

create trigger reports_counted after insert on reports
  referencing new table as changed for each statement execute function count_in_project('report_count');
create trigger reports_uncounted after delete on reports
  referencing old table as changed for each statement execute function count_in_project('report_count');

-- When a source is deleted, reports keep the quote, marked (contract §4), as cards do.
create function release_cited() returns trigger language plpgsql as $$
begin
  update reports r set citations = (
    select jsonb_agg(case when e.item ->> tg_argv[0] in (select id from changed)
             then e.item || '{"source_deleted": true}' else e.item end order by e.place)
      from jsonb_array_elements(r.citations) with ordinality as e (item, place))
   where r.id in (
     select m.id from changed c join reports m
       on m.citations @> jsonb_build_array(jsonb_build_object(tg_argv[0], c.id)));
  return null;
end $$;
create trigger files_uncited after delete on files
  referencing old table as changed for each statement execute function release_cited('file_id');
create trigger segments_uncited after delete on segments
  referencing old table as changed for each statement execute function release_cited('segment_id');

-- A segment that goes hands over what points at it: taggings, the evidence of cards, and now citations.
create or replace function hand_over_segment(gone text, heir text) returns void language plpgsql as $$
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
  update reports r set citations = (
      select jsonb_agg(case when e.item ->> 'segment_id' = gone
               then e.item || jsonb_build_object('segment_id', heir) else e.item end order by e.place)
        from jsonb_array_elements(r.citations) with ordinality as e (item, place))
   where r.citations @> jsonb_build_array(jsonb_build_object('segment_id', gone));
end $$;

-- Found by its title, summary and body, without the marks of Markdown.
create function index_reports() returns trigger language plpgsql as $$
begin
  insert into search_documents as d (id, type, workspace_id, project_id, title, body)
  select c.id, 'report', c.workspace_id, c.project_id, c.title,
      regexp_replace(concat_ws(E'\n', c.summary, c.body_markdown),
        '\[cit_\d+\]|^\s*(#+|>+|[-*+]|\d+[.)])\s|\\(?=[\\`*_\[\]<>|#])|[*`|]', ' ', 'gn')
    from changed c
  on conflict (id) do update set title = excluded.title, body = excluded.body
  where (d.title, d.body) is distinct from (excluded.title, excluded.body);
  return null;
end $$;
create trigger reports_indexed after insert on reports
  referencing new table as changed for each statement execute function index_reports();
create trigger reports_reindexed after update on reports
  referencing new table as changed for each statement execute function index_reports();
create trigger reports_unindexed after delete on reports
  referencing old table as changed for each statement execute function unindex();
