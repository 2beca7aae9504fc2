import type { Principal } from '../../foundation/principal.ts';
import { among, type ListQuery, listPage, type Page } from '../../http/list.ts';
import { type Db, type Sql, sql } from '../../platform/database/index.ts';
import { visibleTo } from '../projects/index.ts';
import { exactQuery, looseQuery, type Term } from './terms.ts';

export const documentTypes = ['segment', 'note', 'card', 'report', 'response'] as const;
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

export interface SearchFilters extends ListQuery {
  q: string;
  types?: string;
  project_id?: string;
}

/** So many matches of each kind are ranked; a word that is everywhere would else cost a read of everything. */
const rankedMax = 500;
/** With so many that have the very words, beginnings and neighbours are not looked for. */
const enough = 200;

/** The best matches the caller may see. What has the very words ranks above what has their beginnings or neighbours. */
export async function findHits(
  db: Db,
  principal: Principal,
  query: SearchFilters,
  types: DocumentType[],
  terms: Term[],
): Promise<Page<HitRow>> {
  const [exact, loose] = [sql`${exactQuery(terms)}::tsquery`, sql`${looseQuery(terms)}::tsquery`];
  // The sum with '' keeps the planner from walking all documents of the projects instead of the words.
  const allowed = query.project_id
    ? among(sql`d.project_id`, query.project_id)
    : sql`d.project_id || '' = any(array(select p.id from projects p where ${visibleTo(principal)}))`;
  const matching = (condition: Sql, rank: Sql) => sql`
    select d.id, d.type, d.project_id, d.file_id, d.start_seconds, d.title, d.body,
        floor(1000000 * ${rank})::integer as score
      from (
        select * from search_documents d
         where d.workspace_id = ${principal.workspace_id} and ${condition} and ${allowed}
           and d.type = any(${types}::text[])
         limit ${rankedMax}) d`;
  return listPage<HitRow>(db, {
    name: 'search',
    query,
    select: sql`select d.*`,
    from: sql`from (
      with exact as materialized (
        ${matching(sql`d.vector @@ ${exact}`, sql`3 * ts_rank(d.vector, ${exact}, 1)`)})
      select * from exact
      union all
      ${matching(
        sql`(select count(*) from exact) < ${enough} and d.vector @@ ${loose} and not d.vector @@ ${exact}`,
        sql`ts_rank(d.vector, ${loose}, 1)`,
      )}) d`,
    where: [],
    sorts: { rank: { column: sql`d.score`, type: 'integer' } },
    defaultSort: '-rank',
    id: sql`d.id`,
  });
}

/** Removes words that no document has any more; each word is looked at once a day. */
export async function sweepSearchWords(db: Db, now: Date): Promise<void> {
  await db.query(sql`
    delete from search_words w where abs(hashtext(w.word)) % 24 = ${now.getUTCHours()} and not exists (
      -- Folding leaves no quotation mark or backslash in a word.
      select 1 from search_documents d where d.vector @@ quote_literal(w.word)::tsquery)`);
}
