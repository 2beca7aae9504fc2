import { invalidField } from '../../../foundation/errors.ts';
import type { Caller } from '../../../http/route.ts';
import { markSnippet } from './snippet.ts';
import {
  type DocumentType,
  documentTypes,
  findHitContexts,
  findHits,
  type HitContext,
  type HitRow,
  type SearchFilters,
  searchedProjects,
} from './store.ts';
import { readTerms } from './terms.ts';

export interface SearchPage {
  hits: { row: HitRow; context: HitContext; snippet: string }[];
  next_cursor: string | null;
}

export async function search({ db, principal }: Caller, query: SearchFilters): Promise<SearchPage> {
  const types = readTypes(query.types);
  const { workspace_id: workspaceId } = principal;
  const vocabulary = { workspaceId, projectIds: searchedProjects(principal, query.project_id) };
  // First exactly as typed. If that finds nothing, every word may be a typo, even a known one.
  for (const fuzzy of [false, true]) {
    const terms = await readTerms(db, vocabulary, query.q, fuzzy);
    if (terms.length === 0) break;
    const page = await findHits(db, principal, query, types, terms);
    if (page.rows.length === 0) continue;
    const contexts = await findHitContexts(db, page.rows);
    const hits = page.rows.map((row, i) => ({
      row,
      context: contexts[i] as HitContext,
      snippet: markSnippet(row.title ? `${row.title}\n${row.body}` : row.body, terms),
    }));
    return { hits, next_cursor: page.next_cursor };
  }
  return { hits: [], next_cursor: null };
}

function readTypes(types: string | undefined): DocumentType[] {
  if (types === undefined) return [...documentTypes];
  return types.split(',').map((name) => {
    // Also accepts the plural (`notes`), as in the routes.
    const type = documentTypes.find((known) => known === name.trim().replace(/s$/, ''));
    if (!type) throw invalidField('types', `must be one or more of: ${documentTypes.join(', ')}.`);
    return type;
  });
}
