import { invalidField } from '../../../foundation/errors.ts';
import type { Caller } from '../../../http/route.ts';
import { type Embedder, EmbedderError } from '../../../platform/ai/embed/index.ts';
import type { Db } from '../../../platform/database/index.ts';
import { ThreadLimit } from '../../../platform/threads/index.ts';
import type { SegmentIndex } from '../embeddings/index.ts';
import type { SearchMode } from './schema.ts';
import { markSnippet } from './snippet.ts';
import {
  type DocumentType,
  documentTypes,
  findHitContexts,
  findHits,
  type HitContext,
  type HitRow,
  hasMatches,
  type NearSegments,
  type SearchFilters,
  searchedProjects,
} from './store.ts';
import { readTerms, type Term } from './terms.ts';

interface SearchQuery extends SearchFilters {
  mode?: SearchMode;
}

export interface SearchPage {
  hits: { row: HitRow; context: HitContext; snippet: string }[];
  next_cursor: string | null;
}

export interface SearchDeps {
  embedder: Embedder;
  segmentIndex: SegmentIndex;
}

export async function search(deps: SearchDeps, call: Caller, query: SearchQuery): Promise<SearchPage> {
  const types = readTypes(query.types);
  if (query.mode === 'semantic' && !types.includes('segment'))
    throw invalidField('types', 'must contain segment, because mode=semantic finds segments only.');
  const near =
    query.mode && query.mode !== 'lexical' && types.includes('segment')
      ? await nearSegments(deps, call, query)
      : undefined;
  const { db, principal } = call;
  const { workspace_id: workspaceId } = principal;
  const vocabulary = { workspaceId, projectIds: searchedProjects(principal, query.project_id) };
  // First exactly as typed. If that finds nothing, every word may be a typo, even a known one.
  for (const fuzzy of query.mode === 'semantic' ? [false] : [false, true]) {
    const terms = await readTerms(db, vocabulary, query.q, fuzzy);
    if (terms.length === 0 && !near) break;
    const scope = { principal, query, types, terms };
    if (near && query.mode === 'hybrid' && !fuzzy && !(await hasMatches(db, scope))) continue;
    const page = await findHits(db, scope, near);
    if (page.rows.length === 0) continue;
    return { hits: await toHits(db, page.rows, terms), next_cursor: page.next_cursor };
  }
  return { hits: [], next_cursor: null };
}

async function toHits(db: Db, rows: HitRow[], terms: Term[]): Promise<SearchPage['hits']> {
  const contexts = await findHitContexts(db, rows);
  return rows.map((row, i) => ({
    row,
    context: contexts[i] as HitContext,
    snippet: markSnippet(row.title ? `${row.title}\n${row.body}` : row.body, terms),
  }));
}

/** The most matches by meaning: as many as of each kind of lexical matches. */
const nearMax = 500;
/** At 0.25, 7 % of random pairs of sentences from interviews were above it with the embedded model, too many for a large project. */
const similarityMin = 0.3;
/**
 * If even the nearest segment is below this, the query is about something else. Of 20 nonsense queries to 112 sentences, 19
 * stay below it; of 16 queries with a matching sentence, 14 reach it.
 */
const bestSimilarityMin = 0.35;
/** Next to a clear match, segments that are much farther away are noise. */
const shareOfBestMin = 0.6;

async function nearSegments(
  { embedder, segmentIndex }: SearchDeps,
  { principal }: Caller,
  { q, project_id }: SearchQuery,
): Promise<NearSegments> {
  try {
    const [vector] = await embedder.embed([q]);
    const found = await segmentIndex.nearest({
      workspaceId: principal.workspace_id,
      projectIds: searchedProjects(principal, project_id),
      vector: vector as Float32Array,
      limit: nearMax,
      minimum: similarityMin,
    });
    const best = found[0]?.similarity ?? 0;
    const relevant =
      best < bestSimilarityMin ? [] : found.filter(({ similarity }) => similarity >= shareOfBestMin * best);
    return {
      ids: relevant.map(({ segment_id }) => segment_id),
      similarities: relevant.map(({ similarity }) => similarity),
    };
  } catch (error) {
    if (error instanceof EmbedderError)
      throw invalidField('mode', `Only mode=lexical is available. ${error.message}`);
    if (error instanceof ThreadLimit)
      throw invalidField('mode', 'Semantic search is overloaded. Try again, or use mode=lexical.');
    throw error;
  }
}

/** The query schema admits only known types, in the singular or the plural. */
function readTypes(types: string | undefined): DocumentType[] {
  if (types === undefined) return [...documentTypes];
  return types.split(',').map((name) => name.trim().replace(/s$/, '') as DocumentType);
}
