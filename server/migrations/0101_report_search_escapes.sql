-- A report is found by its title, summary and body, without Markdown characters. Every ASCII punctuation character can
-- follow a backslash now, such as the `-` of a line that would otherwise be a list item.
create or replace function index_reports() returns trigger language plpgsql as $$
begin
  insert into search_documents as d (id, type, workspace_id, project_id, title, body)
  select c.id, 'report', c.workspace_id, c.project_id, c.title,
      regexp_replace(concat_ws(E'\n', c.summary, c.body_markdown),
        '\[cit_\d+\]|^\s*(#+|>+|[-*+]|\d+[.)])\s|\\(?=[!-/:-@\[-`{-~])|[*`|]', ' ', 'gn')
    from changed c
  on conflict (id) do update set title = excluded.title, body = excluded.body
  where (d.title, d.body) is distinct from (excluded.title, excluded.body);
  return null;
end $$;
