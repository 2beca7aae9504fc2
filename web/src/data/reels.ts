import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, type Schemas, unwrap } from '../lib/api.ts';
import { keys } from './keys.ts';

export type Reel = Schemas['Reel'];

const refetchMs = 2_000;
/** Signed links are valid for an hour. */
const linkMs = 50 * 60_000;

export const reelsQuery = (projectId: string, { q }: { q: string }) =>
  infiniteQueryOptions({
    queryKey: keys.reels(projectId, { q }),
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      unwrap(
        api.GET('/v1/projects/{projectId}/reels', {
          params: { path: { projectId }, query: { q: q || undefined, limit: 48, cursor: pageParam } },
        }),
      ),
    getNextPageParam: (page) => page.meta.next_cursor ?? undefined,
    refetchInterval: ({ state }) =>
      state.data?.pages.some((page) => page.data.some(({ status }) => status === 'processing'))
        ? refetchMs
        : false,
  });

/** One reel with its signed links. */
export const reelQuery = (reelId: string) =>
  queryOptions({
    queryKey: keys.reel(reelId),
    queryFn: async () => (await unwrap(api.GET('/v1/reels/{reelId}', { params: { path: { reelId } } }))).data,
    staleTime: linkMs,
    refetchInterval: ({ state }) => (state.data?.status === 'processing' ? refetchMs : false),
  });

export interface NewReel {
  name: string;
  clip_ids: string[];
  captions: boolean;
}

export function useCreateReel(projectId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (body: NewReel) =>
      (await unwrap(api.POST('/v1/projects/{projectId}/reels', { params: { path: { projectId } }, body })))
        .data,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keys.reels(projectId) }),
  });
}

export function useChangeReel(reel: Reel) {
  const queryClient = useQueryClient();
  const { queryKey } = reelQuery(reel.id);
  return useMutation({
    mutationFn: async (body: Partial<Pick<Reel, 'name' | 'description'>>) =>
      (await unwrap(api.PATCH('/v1/reels/{reelId}', { params: { path: { reelId: reel.id } }, body }))).data,
    onMutate: (change) => {
      const before = queryClient.getQueryData(queryKey);
      queryClient.setQueryData(queryKey, (current) => current && { ...current, ...change });
      return before;
    },
    onError: (_error, _change, before) => queryClient.setQueryData(queryKey, before),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.reels(reel.project_id) }),
  });
}

export function useShareReel(reel: Reel) {
  const queryClient = useQueryClient();
  const path = { params: { path: { reelId: reel.id } } };
  return useMutation({
    mutationFn: async (shared: boolean) =>
      (
        await unwrap(
          shared ? api.POST('/v1/reels/{reelId}/share', path) : api.DELETE('/v1/reels/{reelId}/share', path),
        )
      ).data,
    onSuccess: ({ share_url }) => {
      queryClient.setQueryData(
        reelQuery(reel.id).queryKey,
        (current) => current && { ...current, share_url },
      );
      return queryClient.invalidateQueries({ queryKey: keys.reels(reel.project_id) });
    },
  });
}

export function useDeleteReel(reel: Reel, onDone: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => unwrap(api.DELETE('/v1/reels/{reelId}', { params: { path: { reelId: reel.id } } })),
    onSuccess: () => {
      onDone();
      queryClient.removeQueries({ queryKey: keys.reel(reel.id) });
      return queryClient.invalidateQueries({ queryKey: keys.reels(reel.project_id) });
    },
  });
}
