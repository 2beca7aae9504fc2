-- Search by words. Both extensions are trusted and are part of PostgreSQL.
create extension if not exists pg_trgm;
-- Lets one index contain both the workspace and the trigrams of a word.
create extension if not exists btree_gist;

-- The form in which words are compared: without letter case, accents, width and punctuation. Scripts without spaces are split
-- into characters, so a word in them is a phrase of characters. ASCII text needs only lower case and no punctuation.
-- An expression replaces punctuation 20 times as fast as translate(). Not strict, so that PostgreSQL can inline the function.
create function search_fold(text) returns text language sql immutable parallel safe as $$
  select case when octet_length($1) = length($1)
    then regexp_replace(lower($1), '[!-/:-@\[-`{-~]', ' ', 'g')
    else regexp_replace(
      regexp_replace(
        lower(regexp_replace(normalize($1, NFKD), U&'[\0300-\036F]', '', 'g')),
        U&'[!-/:-@\\[-`{-~\00AB\00BB\2013\2014\2018\2019\201C\201D\2026]', ' ', 'g'),
      U&'([\0E00-\0EFF\1000-\109F\1780-\17FF\3040-\30FF\3400-\9FFF\F900-\FAFF])', ' \1 ', 'g')
    end
$$;

-- Text after the first 200,000 characters is not searched: a vector has at most a megabyte.
create function search_vector(title text, body text) returns tsvector language sql immutable parallel safe as $$
  select setweight(to_tsvector('simple', search_fold(coalesce(title, ''))), 'A')
      || setweight(to_tsvector('simple', search_fold(left(body, 200000))), 'B')
$$;

-- One row for each record that search finds. The names of projects are not here: a workspace has few of them, and creating a
-- project stays cheap.
create table search_documents (
  id ident primary key,
  type text not null check (type in
    ('segment', 'note', 'card', 'report', 'response', 'file', 'tag', 'clip', 'test', 'participant')),
  workspace_id ident not null,
  project_id ident not null references projects on delete cascade,
  file_id ident,
  start_seconds double precision,
  title text,
  body text not null,
  vector tsvector generated always as (search_vector(title, body)) stored
);
create index search_documents_project on search_documents (project_id);
-- Without a list of pending entries, which every search would have to read.
create index search_documents_words on search_documents using gin (vector) with (fastupdate = off);

-- The words of each project. There is no unique key: two writers of a new word must not wait for each other, and a duplicate
-- does no harm.
create table search_words (
  workspace_id ident not null,
  project_id ident not null,
  word text collate "C" not null
);
create index search_words_exact on search_words (workspace_id, word, project_id);

-- The same words once for each workspace, to find words that are similar to a mistyped one. search_words then says whether the
-- caller may see the word.
create table workspace_words (
  workspace_id ident not null,
  word text collate "C" not null
);
create index workspace_words_exact on workspace_words (workspace_id, word);
create index workspace_words_near on workspace_words using gist (workspace_id, word gist_trgm_ops(siglen = 32));
