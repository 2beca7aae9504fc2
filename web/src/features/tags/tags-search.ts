import type { TagSort } from './tag-tree.ts';

/** The state of the page of all tags, in its URL. */
export interface TagsSearch {
  view?: 'suggestions';
  q?: string;
  sort?: TagSort;
}

/** Ignores what a URL can’t mean. */
export function readTagsSearch(search: Record<string, unknown>): TagsSearch {
  // The router reads digits as a number.
  const q =
    typeof search.q === 'string' || typeof search.q === 'number' ? String(search.q).slice(0, 200) : '';
  return {
    ...(search.view === 'suggestions' ? { view: 'suggestions' as const } : {}),
    ...(q ? { q } : {}),
    ...(search.sort === 'usage' ? { sort: 'usage' as const } : {}),
  };
}
