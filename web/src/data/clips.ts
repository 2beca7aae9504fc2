import {
  type InfiniteData,
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { api, type Schemas, unwrap } from '../lib/api.ts';
import { keys } from './keys.ts';

export type Clip = Schemas['Clip'];

export interface ClipFilter {
  q: string;
  file: string;
  tag: string;
  sort: '-created_at' | 'created_at' | 'name' | '-name' | '-updated_at';
}

/** Live updates refetch a clip that is being cut; this is for the time when they do not arrive. */
const refetchMs = 2_000;
/** Signed links are valid for an hour. */
const linkMs = 50 * 60_000;

type ClipPages = InfiniteData<{ data: Clip[]; meta: { next_cursor: string | null } }, string | undefined>;

export const clipsQuery = (projectId: string, { q, file, tag, sort }: ClipFilter) =>
  infiniteQueryOptions({
    queryKey: keys.clips(projectId, { q, file, tag, sort }),
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      unwrap(
        api.GET('/v1/projects/{projectId}/clips', {
          params: {
            path: { projectId },
            query: {
              q: q || undefined,
              file_id: file || undefined,
              tag_id: tag || undefined,
              sort,
              limit: 48,
              cursor: pageParam,
            },
          },
        }),
      ),
    getNextPageParam: (page) => page.meta.next_cursor ?? undefined,
    // While a search loads, the previous clips of the same project stay visible.
    placeholderData: (previous, query) => (query?.queryKey[1] === projectId ? previous : undefined),
    refetchInterval: ({ state }) => (isCutting(state.data) ? refetchMs : false),
  });

const isCutting = (pages: ClipPages | undefined) =>
  pages?.pages.some((page) => page.data.some(({ status }) => status === 'processing')) ?? false;

/** One clip with its signed links. */
export const clipQuery = (clipId: string) =>
  queryOptions({
    queryKey: keys.clip(clipId),
    queryFn: async () => (await unwrap(api.GET('/v1/clips/{clipId}', { params: { path: { clipId } } }))).data,
    staleTime: linkMs,
    refetchInterval: ({ state }) => (state.data?.status === 'processing' ? refetchMs : false),
  });

export type ClipChange = Partial<
  Pick<Clip, 'name' | 'description' | 'captions' | 'tag_ids' | 'start_seconds' | 'end_seconds'>
>;

/** Shows the change at once; a refused one is taken back. */
export function useChangeClip(clip: Clip) {
  const queryClient = useQueryClient();
  const { queryKey } = clipQuery(clip.id);
  return useMutation({
    mutationFn: async (body: ClipChange) =>
      (await unwrap(api.PATCH('/v1/clips/{clipId}', { params: { path: { clipId: clip.id } }, body }))).data,
    onMutate: async (change) => {
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData(queryKey);
      queryClient.setQueryData(queryKey, (current) => current && { ...current, ...change });
      return before;
    },
    onError: (_error, _change, before) => queryClient.setQueryData(queryKey, before),
    onSuccess: (saved) =>
      // The answer of a change has no signed links.
      queryClient.setQueryData(
        queryKey,
        (current) =>
          current && { ...saved, download_url: current.download_url, thumbnail_url: current.thumbnail_url },
      ),
    onSettled: () => invalidateClip(queryClient, clip),
  });
}

/** Switches the public link on or off. */
export function useShareClip(clip: Clip) {
  const queryClient = useQueryClient();
  const path = { params: { path: { clipId: clip.id } } };
  return useMutation({
    mutationFn: async (shared: boolean) =>
      (
        await unwrap(
          shared ? api.POST('/v1/clips/{clipId}/share', path) : api.DELETE('/v1/clips/{clipId}/share', path),
        )
      ).data,
    onSuccess: ({ share_url }) => {
      queryClient.setQueryData(
        clipQuery(clip.id).queryKey,
        (current) => current && { ...current, share_url },
      );
      return queryClient.invalidateQueries({ queryKey: keys.clips(clip.project_id) });
    },
  });
}

export function useDeleteClip(clip: Clip, onDone: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => unwrap(api.DELETE('/v1/clips/{clipId}', { params: { path: { clipId: clip.id } } })),
    onSuccess: async () => {
      onDone();
      queryClient.removeQueries({ queryKey: keys.clip(clip.id) });
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: keys.clips(clip.project_id) }),
        queryClient.invalidateQueries({ queryKey: keys.project(clip.project_id) }),
        queryClient.invalidateQueries({ queryKey: keys.material(clip.file_id) }),
      ]);
    },
  });
}

const invalidateClip = (queryClient: ReturnType<typeof useQueryClient>, clip: Clip) =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: keys.clip(clip.id) }),
    queryClient.invalidateQueries({ queryKey: keys.clips(clip.project_id) }),
    queryClient.invalidateQueries({ queryKey: keys.material(clip.file_id) }),
    queryClient.invalidateQueries({ queryKey: keys.tags(clip.project_id) }),
  ]);
