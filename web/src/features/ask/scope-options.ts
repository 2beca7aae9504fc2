import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type AskScope, materialPeopleQuery, studyNamesQuery } from '../../data/chats.ts';
import { filesQuery } from '../../data/files.ts';
import { tagsQuery } from '../../data/tags.ts';

export const scopeKinds = ['files', 'tags', 'people', 'tests'] as const;
export type ScopeKind = (typeof scopeKinds)[number];

export interface ScopeOption {
  kind: ScopeKind;
  id: string;
  name: string;
  color: string | null;
}

export type ScopeOptions = Record<ScopeKind, readonly ScopeOption[]>;

/** Everything that a question can be limited to. Loads while `enabled`, and what is already loaded stays. */
export function useScopeOptions(projectId: string, enabled: boolean): ScopeOptions {
  const files = useInfiniteQuery({
    ...filesQuery(projectId, { q: '', kind: '', status: '', transcription: '', tag: '', sort: 'name' }),
    enabled,
  });
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = files;
  useEffect(() => {
    if (enabled && hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [enabled, hasNextPage, isFetchingNextPage, fetchNextPage]);
  const tags = useQuery({ ...tagsQuery(projectId), enabled });
  const people = useQuery({ ...materialPeopleQuery(projectId), enabled });
  const tests = useQuery({ ...studyNamesQuery(projectId), enabled });
  const optionsOf = (kind: ScopeKind, rows: readonly { id: string; name: string; color?: string | null }[]) =>
    rows.map(({ id, name, color = null }): ScopeOption => ({ kind, id, name, color }));
  return {
    files: optionsOf('files', files.data?.pages.flatMap(({ data }) => data) ?? []),
    tags: optionsOf('tags', tags.data ?? []),
    people: optionsOf(
      'people',
      (people.data ?? []).map((name) => ({ id: name, name })),
    ),
    tests: optionsOf('tests', tests.data ?? []),
  };
}

export const isWhole = (scope: AskScope): boolean => scopeKinds.every((kind) => scope[kind].length === 0);

export function toggleOption(scope: AskScope, { kind, id }: Pick<ScopeOption, 'kind' | 'id'>): AskScope {
  const chosen = scope[kind];
  return { ...scope, [kind]: chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id] };
}

/** The options whose names contain the typed text, those that begin with it first. */
export function matchingOptions(options: readonly ScopeOption[], typed: string, max: number): ScopeOption[] {
  const wanted = typed.trim().toLocaleLowerCase();
  const at = ({ name }: ScopeOption) => name.toLocaleLowerCase().indexOf(wanted);
  return options
    .filter((option) => at(option) >= 0)
    .sort((a, b) => Number(at(a) > 0) - Number(at(b) > 0))
    .slice(0, max);
}
