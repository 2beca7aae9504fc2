import { type Db, type Sql, sql } from '../../../platform/database/index.ts';
import { isNear } from './nearness.ts';

/** A word of the query as the index knows it, or several that must follow each other. */
export interface Term {
  lexemes: string[];
  /** As PostgreSQL writes the exact query for it. */
  exact: string;
  /** It may be the beginning of a longer word: the last one is still being typed. */
  prefix: boolean;
  /** Words of the index that differ by a slip of the finger. */
  near: string[];
}

/** So many words of the workspace are looked at, and so many of those that the caller may know are taken. */
const workspaceCandidates = 400;
const nearCandidates = 60;

/** Where words may come from: a workspace, and the ids of the projects that the caller may read, as an SQL array. */
export interface Vocabulary {
  workspaceId: string;
  projectIds: Sql;
}

/**
 * Reads what was typed into terms; what is between quotation marks is one. Words that the caller's projects do not have
 * may be mistyped, so their neighbours are looked up; `forgiving` looks up those of all words. Words of other projects
 * have no effect, so that nobody can learn from a search which words they have.
 */
export async function readTerms(
  db: Db,
  { workspaceId, projectIds }: Vocabulary,
  q: string,
  forgiving: boolean,
): Promise<Term[]> {
  // Not `exists`, which the planner may turn into a join over all candidates: this is asked one by one until there are enough.
  const mayKnow = (word: Sql) => sql`coalesce((
    select true from search_words w
     where w.workspace_id = ${workspaceId} and w.word = ${word} and w.project_id = any((select ids from mine)::text[])
     limit 1), false)`;
  const parts = q.match(/"[^"]+"|[^\s"]+/g) ?? [];
  const rows = await db.query<{ lexemes: string[]; exact: string; known: boolean; near: string[] }>(sql`
    with mine as materialized (select ${projectIds} as ids)
    select t.lexemes, t.exact, t.known, case
        when cardinality(t.lexemes) <> 1 or length(t.lexemes[1]) < 3 or (t.known and not ${forgiving}) then '{}'
        else array(
          select c.word from (
            select w.word::text as word from workspace_words w where w.workspace_id = ${workspaceId}
             order by w.word <-> t.lexemes[1] limit ${workspaceCandidates}) c
           where ${mayKnow(sql`c.word`)} limit ${nearCandidates})
      end as near
    from (
      select q.n, tsvector_to_array(v.vector) as lexemes,
        phraseto_tsquery('simple', q.folded)::text as exact,
        ${mayKnow(sql`(tsvector_to_array(v.vector))[1]`)} as known
      from (
        select n, search_fold(part) as folded from unnest(${parts}::text[]) with ordinality as p (part, n)) q,
        lateral (select to_tsvector('simple', q.folded) as vector) v) t
     where cardinality(t.lexemes) > 0 order by t.n`);
  return rows.map(({ lexemes, exact, known, near }, i) => {
    const [word = ''] = lexemes;
    return {
      lexemes,
      exact,
      prefix: i === rows.length - 1 || !known,
      near: [...new Set(near)].filter((other) => other !== word && isNear(word, other)).slice(0, 8),
    };
  });
}

/** All terms at once, as a tsquery. */
export const exactQuery = (terms: Term[]): string => terms.map((term) => `(${term.exact})`).join(' & ');

/** The same, with beginnings and neighbours let in. */
export const looseQuery = (terms: Term[]): string =>
  terms
    .map((term) => [term.prefix ? `${term.exact}:*` : term.exact, ...term.near.map(quote)].join(' | '))
    .map((alternatives) => `(${alternatives})`)
    .join(' & ');

const quote = (lexeme: string) => `'${lexeme.replace(/['\\]/g, '$&$&')}'`;
