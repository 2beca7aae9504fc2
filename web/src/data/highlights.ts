import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { api, type Schemas, unwrap } from '../lib/api.ts';
import { keys } from './keys.ts';

export type Highlight = Schemas['Highlight'];
export type HighlightGroup = Schemas['HighlightGroups']['groups'][number];
export type GroupBy = Schemas['HighlightGroups']['group_by'];

export interface HighlightFilters {
  tag_id?: string | undefined;
  file_id?: string | undefined;
  person_id?: string | undefined;
  sentiment?: 'positive' | 'neutral' | 'negative' | 'none' | undefined;
  created_by?: string | undefined;
  source?: 'manual' | 'ai' | undefined;
  q?: string | undefined;
}

export type HighlightSort = '-created_at' | 'created_at';

export const highlightPageSize = 50;

// The keys begin like those of taggings, so that live updates of taggings read them again.
const listKey = (projectId: string, ...view: unknown[]) => keys.taggings(projectId, 'highlights', ...view);

/** How many highlights each group has. */
export const highlightGroupsQuery = (projectId: string, groupBy: GroupBy, filters: HighlightFilters) =>
  queryOptions({
    queryKey: listKey(projectId, 'groups', groupBy, filters),
    queryFn: async () =>
      (
        await unwrap(
          api.GET('/v1/projects/{projectId}/highlights/groups', {
            params: { path: { projectId }, query: { group_by: groupBy, ...filters } },
          }),
        )
      ).data,
    // While a filter loads, the numbers before it stay.
    placeholderData: keepPreviousData,
  });

interface PageOf {
  filters: HighlightFilters;
  sort: HighlightSort;
  cursor: string | undefined;
  limit?: number;
}

export const highlightPageQuery = (projectId: string, { filters, sort, cursor, limit }: PageOf) =>
  queryOptions({
    queryKey: listKey(projectId, 'page', filters, sort, cursor ?? null, limit ?? null),
    queryFn: () =>
      unwrap(
        api.GET('/v1/projects/{projectId}/highlights', {
          params: {
            path: { projectId },
            query: { ...filters, sort, limit: limit ?? highlightPageSize, cursor },
          },
        }),
      ),
    staleTime: 30_000,
  });

/** All highlights with these filters, for an export. */
export async function readAllHighlights(
  projectId: string,
  filters: HighlightFilters,
  sort: HighlightSort,
): Promise<Highlight[]> {
  const highlights: Highlight[] = [];
  let cursor: string | undefined;
  do {
    const page = await unwrap(
      api.GET('/v1/projects/{projectId}/highlights', {
        params: { path: { projectId }, query: { ...filters, sort, limit: 100, cursor } },
      }),
    );
    highlights.push(...page.data);
    cursor = page.meta.next_cursor ?? undefined;
  } while (cursor);
  return highlights;
}

/** Reads again what shows highlights. */
export const refreshHighlights = (client: QueryClient, projectId: string) =>
  Promise.all(
    [keys.taggings(projectId), keys.tags(projectId), keys.clips(projectId), keys.board(projectId)].map(
      (queryKey) => client.invalidateQueries({ queryKey }),
    ),
  );
