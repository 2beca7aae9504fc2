import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type Highlight,
  type HighlightFilters,
  type HighlightGroup,
  highlightGroupsQuery,
  highlightPageQuery,
  highlightPageSize,
} from '../../data/highlights.ts';
import { filtersOf, type Grouping, groupingOf, sortOf } from './filters-of.ts';
import type { HighlightsSearch } from './highlights-search.ts';

/** A row of the table. A highlight with two tags has a row in each group, so `key` is not its id. */
export type Row =
  | { kind: 'group'; key: string; group: HighlightGroup; isOpen: boolean }
  | { kind: 'highlight'; key: string; groupId: string; highlight: Highlight }
  | { kind: 'more'; key: string; groupId: string; left: number }
  | { kind: 'loading'; key: string };

/** The groups that are open at first, and how many of their highlights they show. */
const openAtFirst = 2;
const shownAtFirst = 5;

const everything = 'all';

const filterName = {
  tag: 'tag_id',
  person: 'person_id',
  file: 'file_id',
  sentiment: 'sentiment',
} as const;

const filtersOfGroup = (filters: HighlightFilters, grouping: Grouping, id: string): HighlightFilters =>
  grouping === 'none' ? filters : ({ ...filters, [filterName[grouping]]: id } as HighlightFilters);

/** The groups, and pages of the highlights of those that are open. */
export function useRows(projectId: string, search: HighlightsSearch) {
  const queryClient = useQueryClient();
  const grouping = groupingOf(search);
  const filters = filtersOf(search);
  const sort = sortOf(search);
  const groups = useQuery(
    highlightGroupsQuery(projectId, grouping === 'none' ? 'sentiment' : grouping, filters),
  );
  /** How many highlights a group shows, where the user chose it. */
  const [chosen, setChosen] = useState<ReadonlyMap<string, number>>(new Map());
  const choose = (groupId: string, shown: number) =>
    setChosen((before) => new Map([...before, [`${grouping} ${groupId}`, shown]]));

  const total = groups.data?.count ?? 0;
  // With a filter by tag, the other tags of its highlights are no groups of their own.
  const ofFilter = grouping === 'none' ? undefined : filters[filterName[grouping]];
  const listed =
    grouping === 'none'
      ? [{ ...noGroup, count: total }]
      : (groups.data?.groups ?? []).filter(({ id }) => ofFilter === undefined || id === ofFilter);
  const sections = listed.map((group, index) => {
    const first = grouping === 'none' ? highlightPageSize : index < openAtFirst ? shownAtFirst : 0;
    const shown = Math.min(chosen.get(`${grouping} ${group.id}`) ?? first, group.count);
    return { group, shown, filters: filtersOfGroup(filters, grouping, group.id) };
  });

  // The cursor of a page is in the page before it: one more page of each group is requested as soon as that is here.
  const wanted = sections.flatMap((section) => {
    const queries: ReturnType<typeof highlightPageQuery>[] = [];
    let cursor: string | undefined;
    for (let have = 0; have < section.shown; have += highlightPageSize) {
      const query = highlightPageQuery(projectId, { filters: section.filters, sort, cursor });
      queries.push(query);
      const next = queryClient.getQueryData(query.queryKey)?.meta.next_cursor;
      if (!next) break;
      cursor = next;
    }
    return queries.map((query) => ({ section, query }));
  });
  const pages = useQueries({ queries: wanted.map(({ query }) => query) });

  const rows: Row[] = sections.flatMap((section) => {
    const { group, shown } = section;
    const own = pages.filter((_, index) => wanted[index]?.section === section);
    const highlights = own.flatMap(({ data }) => data?.data ?? []).slice(0, shown);
    const left = group.count - highlights.length;
    return [
      ...(grouping === 'none'
        ? []
        : [{ kind: 'group' as const, key: `group ${group.id}`, group, isOpen: shown > 0 }]),
      ...highlights.map((highlight) => ({
        kind: 'highlight' as const,
        groupId: group.id,
        key: `${group.id} ${highlight.id}`,
        highlight,
      })),
      ...(own.some(({ isPending }) => isPending)
        ? [{ kind: 'loading' as const, key: `loading ${group.id}` }]
        : shown > 0 && left > 0 && highlights.length >= shown
          ? [{ kind: 'more' as const, key: `more ${group.id}`, groupId: group.id, left }]
          : []),
    ];
  });

  return {
    grouping,
    total,
    rows,
    isPending: groups.isPending,
    isStale: groups.isPlaceholderData,
    error: groups.error ?? pages.find(({ error }) => error)?.error ?? null,
    retry: () => void queryClient.refetchQueries({ queryKey: ['taggings', projectId], type: 'active' }),
    toggleGroup: (groupId: string, open: boolean) => choose(groupId, open ? shownAtFirst : 0),
    showMore(groupId: string) {
      const shown = sections.find(({ group }) => group.id === groupId)?.shown ?? 0;
      choose(groupId, shown < highlightPageSize ? highlightPageSize : shown + highlightPageSize);
    },
  };
}

const noGroup: HighlightGroup = {
  id: everything,
  label: null,
  count: 0,
  person_count: 0,
  positive: 0,
  negative: 0,
};
