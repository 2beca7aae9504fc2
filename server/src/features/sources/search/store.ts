import type { Researcher } from '../../../foundation/principal.ts';
import { type Db, type Sql, sql } from '../../../platform/database/index.ts';
import { among, type ListQuery, listPage, type Page } from '../../../platform/database/keyset-page.ts';
import { visibleTo } from '../../projects/index.ts';
import { isCurrentVector } from '../embeddings/index.ts';
import { exactQuery, looseQuery, type Term } from './terms.ts';

export const documentTypes = [
  'segment',
  'note',
  'card',
  'report',
  'response',
  'project',
  'file',
  'tag',
  'clip',
  'test',
  'participant',
] as const;
export type DocumentType = (typeof documentTypes)[number];

export interface HitRow {
  id: string;
  type: DocumentType;
  project_id: string;
  file_id: string | null;
  start_seconds: number | null;
  title: string | null;
  body: string;
}

/** Fields of a hit that are not in its search document. */
export interface HitContext {
  project_name: string;
  /** For segments: the name of the file, and the speaker. */
  file_name: string | null;
  speaker: string | null;
}

export interface SearchFilters extends ListQuery {
  q: string;
  types?: string;
  project_id?: string;
}

/** Maximum number of exact and of loose matches that are ranked: without it, a very common word would read all documents. */
const rankedMax = 500;
/** If there are this many exact matches, prefixes and similar words are not searched. */
const exactMatchesEnough = 200;

/** The projects that are searched, as an SQL array of their ids. */
export const searchedProjects = (principal: Researcher, projectId: string | undefined): Sql =>
  sql`array(select p.id::text from projects p where ${visibleTo(principal)} and ${selectedProjects(projectId)})`;

const selectedProjects = (projectId: string | undefined): Sql =>
  projectId === undefined ? sql`true` : among(sql`p.id`, projectId);

/** What is searched, for whom. */
export interface SearchScope {
  principal: Researcher;
  query: SearchFilters;
  types: DocumentType[];
  terms: Term[];
}

/** Segments by meaning, the nearest first. */
export interface NearSegments {
  ids: string[];
  similarities: number[];
}

// `|| ''` prevents the planner from using the project index, which would read all documents of the projects.
const inSearchedProjects = ({ principal, query }: SearchScope): Sql =>
  query.project_id
    ? among(sql`d.project_id`, query.project_id)
    : sql`d.project_id || '' = any(array(select p.id from projects p where ${visibleTo(principal)}))`;

const hitColumns = sql`d.id, d.type, d.project_id, d.file_id, d.start_seconds, d.title, d.body`;

/** Returns the best matches that the caller can access. With `near`, segments are also or only found by meaning. */
export async function findHits(db: Db, scope: SearchScope, near?: NearSegments): Promise<Page<HitRow>> {
  const { query } = scope;
  return listPage<HitRow>(db, {
    name: 'search',
    query,
    select: sql`select ${hitColumns}`,
    from: sql`from (${hitsOf(scope, near)}) d`,
    where: [],
    sorts: { rank: { column: sql`d.score`, type: 'integer' } },
    defaultSort: '-rank',
    id: sql`d.id`,
  });
}

function hitsOf(scope: SearchScope, near: NearSegments | undefined): Sql {
  if (!near) return lexicalMatches(scope);
  if (scope.query.mode === 'semantic') return nearMatches(scope, near);
  return scope.terms.length === 0
    ? nearMatches(scope, near)
    : fusedMatches(lexicalMatches(scope), nearMatches(scope, near));
}

/** Whether a record contains the words. */
export async function hasMatches(db: Db, scope: SearchScope): Promise<boolean> {
  if (scope.terms.length === 0) return false;
  const rows = await db.query(sql`select 1 from (${lexicalMatches(scope)}) d limit 1`);
  return rows.length > 0;
}

/** Exact words rank above prefixes and similar words. */
function lexicalMatches(scope: SearchScope): Sql {
  const { principal, query, types, terms } = scope;
  const [exact, loose] = [sql`${exactQuery(terms)}::tsquery`, sql`${looseQuery(terms)}::tsquery`];
  const matching = (condition: Sql, rank: Sql) => sql`
    select ${hitColumns}, floor(1000000 * ${rank})::integer as score
      from (
        select * from search_documents d
         where d.workspace_id = ${principal.workspace_id} and ${condition} and ${inSearchedProjects(scope)}
           and d.type = any(${types}::text[])
         limit ${rankedMax}) d`;
  // Names of projects are not in search_documents; they are read from the projects table.
  const projectMatches = sql`
    select p.id, 'project', p.id, null, null, p.name, '',
        floor(1000000 * case when n.vector @@ ${exact} then 3 * ts_rank(n.vector, ${exact}, 1)
          else ts_rank(n.vector, ${loose}, 1) end)::integer
      from projects p, lateral (
        select setweight(to_tsvector('simple', search_fold(p.name)), 'A') as vector offset 0) n
     where ${types.includes('project')} and ${visibleTo(principal)} and ${selectedProjects(query.project_id)}
       and n.vector @@ ${loose}`;
  return sql`
    with exact as materialized (
      ${matching(sql`d.vector @@ ${exact}`, sql`3 * ts_rank(d.vector, ${exact}, 1)`)})
    select * from exact
    union all
    ${matching(
      sql`(select count(*) from exact) < ${exactMatchesEnough} and d.vector @@ ${loose} and not d.vector @@ ${exact}`,
      sql`ts_rank(d.vector, ${loose}, 1)`,
    )}
    union all
    ${projectMatches}`;
}

/** Segments whose text has changed since its vector was computed are left out. */
const nearMatches = (scope: SearchScope, { ids, similarities }: NearSegments): Sql => sql`
  select ${hitColumns}, floor(1000000 * n.similarity)::integer as score
    from unnest(${ids}::text[], ${similarities}::double precision[]) as n (id, similarity)
    join segment_vectors v on v.segment_id = n.id
    join search_documents d on d.id = n.id and ${isCurrentVector(sql`v.text_hash`, sql`d.body`)}
   where d.workspace_id = ${scope.principal.workspace_id} and ${inSearchedProjects(scope)}`;

/**
 * Reciprocal rank fusion: the ranks are combined, because the two scores cannot be compared. 60 is the usual constant, with
 * which the second rank counts almost as much as the first.
 */
function fusedMatches(lexical: Sql, near: Sql): Sql {
  const ranked = (matches: Sql) => sql`
    select m.*, 1.0 / (60 + row_number() over (order by m.score desc, m.id desc)) as part from (${matches}) m`;
  return sql`
    select ${hitColumns}, floor(1000000 * sum(d.part))::integer as score
      from (${ranked(lexical)} union all ${ranked(near)}) d
     group by ${hitColumns}`;
}

/** For the rows of one page. */
export async function findHitContexts(db: Db, rows: HitRow[]): Promise<HitContext[]> {
  return db.query<HitContext>(sql`
    select coalesce(p.name, '') as project_name, f.name as file_name,
        case when s.id is not null then coalesce((
          select k.speaker ->> 'label' from transcripts t, jsonb_array_elements(t.speakers) as k (speaker)
           where t.file_id = s.file_id and k.speaker ->> 'id' = s.speaker_id limit 1), s.speaker_id) end as speaker
      from unnest(${rows.map((row) => row.id)}::text[], ${rows.map((row) => row.project_id)}::text[])
        with ordinality as h (id, project_id, n)
      left join projects p on p.id = h.project_id
      left join segments s on s.id = h.id
      left join files f on f.id = s.file_id
     order by h.n`);
}

const changedDays = 7;

/**
 * Removes words that no document contains any more: once a day from each recently changed project, at an hour that depends
 * on its id, then from the list of each workspace.
 */
export async function sweepSearchWords(db: Db, now: Date): Promise<void> {
  const changedAfter = new Date(now.getTime() - changedDays * 86_400_000);
  const due = await db.query<{ id: string; workspace_id: string }>(sql`
    select p.id, p.workspace_id from projects p join project_activity a on a.project_id = p.id
     where abs(hashtext(p.id)) % 24 = ${now.getUTCHours()} and a.at > ${changedAfter}`);
  for (const project of due) await removeUnusedWords(db, project);
  await db.query(sql`
    delete from workspace_words w where abs(hashtext(w.word)) % 24 = ${now.getUTCHours()} and not exists (
      select 1 from search_words s where s.workspace_id = w.workspace_id and s.word = w.word)`);
}

const removeUnusedWords = (db: Db, project: { id: string; workspace_id: string }) =>
  db.query<{ word: string }>(sql`
    with used as materialized (
      select distinct unnest(tsvector_to_array(d.vector)) as word from search_documents d
       where d.project_id = ${project.id})
    delete from search_words w
     where w.workspace_id = ${project.workspace_id} and w.project_id = ${project.id}
       and not exists (select 1 from used u where u.word = w.word)
    returning w.word`);

/** After the erasure of a person: removes the words that only that person used, without waiting for the sweep. */
export async function removeWordsOfErased(
  db: Db,
  project: { id: string; workspace_id: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    const removed = await removeUnusedWords(tx, project);
    await tx.query(sql`
      delete from workspace_words w
       where w.workspace_id = ${project.workspace_id} and w.word = any(${removed.map(({ word }) => word)}::text[])
         and not exists (select 1 from search_words s where s.workspace_id = w.workspace_id and s.word = w.word)`);
  });
}
