import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api, type Schemas, unwrap } from '../lib/api.ts';
import { ApiError } from '../lib/errors.ts';
import { keys } from './keys.ts';

export type SearchHit = Schemas['SearchHit'];
export type HitType = SearchHit['type'];

/** What has a page in the application. */
export const searchTypes = ['segment', 'note', 'card', 'clip', 'report', 'file', 'tag', 'project'] as const;
export type SearchType = (typeof searchTypes)[number];
export const searchModes = ['hybrid', 'lexical', 'semantic'] as const;
export type SearchMode = (typeof searchModes)[number];
export const defaultSearchMode = 'hybrid' satisfies SearchMode;

export interface SearchFilter {
  q: string;
  type: SearchType | undefined;
  projectId: string | undefined;
  mode: SearchMode;
}

async function search({ q, type, projectId, mode }: SearchFilter, limit: number, cursor?: string) {
  const send = (how: SearchMode) =>
    unwrap(
      api.GET('/v1/search', {
        params: {
          query: { q, types: type ?? searchTypes.join(','), project_id: projectId, mode: how, limit, cursor },
        },
      }),
    );
  try {
    return await send(mode);
  } catch (error) {
    // Without the model for meanings, the words still find what they can.
    const isUnavailable = error instanceof ApiError && error.details.some(({ field }) => field === 'mode');
    if (mode !== 'hybrid' || !isUnavailable) throw error;
    return send('lexical');
  }
}

export const searchQuery = (filter: SearchFilter) =>
  infiniteQueryOptions({
    queryKey: keys.search(filter),
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) => search(filter, 40, pageParam),
    getNextPageParam: (page) => page.meta.next_cursor ?? undefined,
    enabled: filter.q !== '',
    // The previous results stay while the next ones load, so that the page does not flicker while the user types.
    placeholderData: (previous) => (filter.q === '' ? undefined : previous),
  });

/** The best few, for the command palette. */
export const quickSearchQuery = (q: string, projectId: string | undefined) =>
  queryOptions({
    queryKey: keys.search('quick', q, projectId),
    queryFn: async () => (await search({ q, type: undefined, projectId, mode: defaultSearchMode }, 8)).data,
    enabled: q !== '',
    placeholderData: (previous) => (q === '' ? undefined : previous),
  });
