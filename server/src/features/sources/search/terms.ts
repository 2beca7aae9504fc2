import { type Db, type Sql, sql } from '../../../platform/database/index.ts';
import { isSimilarWord } from './edit-distance.ts';

/** A word of the query as lexemes of the index, or a phrase of adjacent words. */
export interface Term {
  lexemes: string[];
  /** The exact query as PostgreSQL prints it. */
  exact: string;
  /** Whether it also matches longer words. True for the last word, which may still be incomplete, and for unknown words. */
  prefix: boolean;
  /** Words of the index that differ by a typo. */
  similar: string[];
}

/** Limits of the similar words that are read from the workspace, and of those that remain after the access check. */
const workspaceCandidates = 400;
const similarCandidates = 60;

/** Source of similar words: a workspace, and an SQL array with the ids of the projects that the caller can read. */
export interface Vocabulary {
  workspaceId: string;
  projectIds: Sql;
}

/**
 * Parses the query into terms; a phrase in quotation marks is one term. A word that the caller's projects do not contain
 * may be a typo, so similar words are added to it; with `fuzzy`, to every word. Words of other projects have no effect,
 * so that a search does not reveal which words they contain.
 */
export async function readTerms(
  db: Db,
  { workspaceId, projectIds }: Vocabulary,
  q: string,
  fuzzy: boolean,
): Promise<Term[]> {
  // Not `exists`, which the planner may turn into a join over all candidates. A scalar subquery runs per row until the limit.
  const isReadableWord = (word: Sql) => sql`coalesce((
    select true from search_words w
     where w.workspace_id = ${workspaceId} and w.word = ${word} and w.project_id = any((select ids from mine)::text[])
     limit 1), false)`;
  const parts = q.match(/"[^"]+"|[^\s"]+/g) ?? [];
  const rows = await db.query<{ lexemes: string[]; exact: string; known: boolean; similar: string[] }>(sql`
    with mine as materialized (select ${projectIds} as ids)
    select t.lexemes, t.exact, t.known, case
        when cardinality(t.lexemes) <> 1 or length(t.lexemes[1]) < 3 or (t.known and not ${fuzzy}) then '{}'
        else array(
          select c.word from (
            select w.word::text as word from workspace_words w where w.workspace_id = ${workspaceId}
             order by w.word <-> t.lexemes[1] limit ${workspaceCandidates}) c
           where ${isReadableWord(sql`c.word`)} limit ${similarCandidates})
      end as similar
    from (
      select q.n, tsvector_to_array(v.vector) as lexemes,
        phraseto_tsquery('simple', q.folded)::text as exact,
        ${isReadableWord(sql`(tsvector_to_array(v.vector))[1]`)} as known
      from (
        select n, search_fold(part) as folded from unnest(${parts}::text[]) with ordinality as p (part, n)) q,
        lateral (select to_tsvector('simple', q.folded) as vector) v) t
     where cardinality(t.lexemes) > 0 order by t.n`);
  return rows.map(({ lexemes, exact, known, similar }, i) => {
    const [word = ''] = lexemes;
    return {
      lexemes,
      exact,
      prefix: i === rows.length - 1 || !known,
      similar: [...new Set(similar)]
        .filter((other) => other !== word && isSimilarWord(word, other))
        .slice(0, 8),
    };
  });
}

/** All terms combined, as a tsquery. */
export const exactQuery = (terms: Term[]): string => terms.map((term) => `(${term.exact})`).join(' & ');

/** The same, plus prefixes and similar words. */
export const looseQuery = (terms: Term[]): string =>
  terms
    .map((term) => [term.prefix ? `${term.exact}:*` : term.exact, ...term.similar.map(quote)].join(' | '))
    .map((alternatives) => `(${alternatives})`)
    .join(' & ');

const quote = (lexeme: string) => `'${lexeme.replace(/['\\]/g, '$&$&')}'`;
