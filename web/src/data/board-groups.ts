import { queryOptions } from '@tanstack/react-query';
import { appFetch } from '../lib/api.ts';
import { keys } from './keys.ts';

export interface BoardGroups {
  groups: { name: string; card_ids: string[] }[];
  compared_by: 'meaning' | 'words';
  compared_count: number;
  has_more: boolean;
}

/** The groups that the server proposes for the cards as they are now. It is not read again while a person decides. */
export const boardGroupsQuery = (projectId: string) =>
  queryOptions({
    queryKey: [...keys.boardGroups(projectId)],
    queryFn: () => appFetch<BoardGroups>('GET', `/v1/projects/${projectId}/board/groups`),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
