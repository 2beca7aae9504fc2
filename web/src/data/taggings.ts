import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, type Schemas, unwrap } from '../lib/api.ts';
import { keys } from './keys.ts';
import { invalidateTagged } from './tags.ts';

export type Tagging = Schemas['Tagging'];

const pageSize = 50;

/** The accepted taggings of a tag, newest first. */
export const tagHighlightsQuery = (projectId: string, tagId: string) =>
  infiniteQueryOptions({
    queryKey: keys.taggings(projectId, { tagId }),
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      unwrap(
        api.GET('/v1/projects/{projectId}/taggings', {
          params: {
            path: { projectId },
            query: { tag_id: tagId, status: 'accepted', limit: pageSize, cursor: pageParam },
          },
        }),
      ),
    getNextPageParam: (page) => page.meta.next_cursor ?? undefined,
  });

/** The taggings that the AI suggested and that wait for a decision, oldest first. */
export const suggestionsQuery = (projectId: string, tagId?: string) =>
  infiniteQueryOptions({
    queryKey: keys.suggestions(projectId, { tagId }),
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      unwrap(
        api.GET('/v1/projects/{projectId}/taggings', {
          params: {
            path: { projectId },
            query: { tag_id: tagId, status: 'suggested', sort: 'created_at', limit: 100, cursor: pageParam },
          },
        }),
      ),
    getNextPageParam: (page) => page.meta.next_cursor ?? undefined,
  });

/** `suggested` takes a decision back. */
export type Decision = 'accepted' | 'rejected' | 'suggested';

/** The most taggings that one request takes. */
const decisionsMax = 500;

export async function sendDecision(projectId: string, taggingIds: string[], status: Decision): Promise<void> {
  for (let from = 0; from < taggingIds.length; from += decisionsMax)
    await unwrap(
      api.PATCH('/v1/projects/{projectId}/taggings', {
        params: { path: { projectId } },
        body: { tagging_ids: taggingIds.slice(from, from + decisionsMax), status },
      }),
    );
}

/** Decides on suggestions; the decided ones leave the lists at once. */
export function useDecideTaggings(
  projectId: string,
  callbacks: { onFailed(error: Error, taggingIds: string[]): void },
) {
  const queryClient = useQueryClient();
  const mutationKey = ['decide-taggings', projectId];
  return useMutation({
    mutationKey,
    mutationFn: ({ taggingIds, status }: { taggingIds: string[]; status: Decision }) =>
      sendDecision(projectId, taggingIds, status),
    onError: (error, { taggingIds }) => callbacks.onFailed(error, taggingIds),
    // Deciding by keyboard is quick: the lists are read again after the last of several decisions.
    onSettled: () =>
      queryClient.isMutating({ mutationKey }) > 1 ? undefined : invalidateTagged(queryClient, projectId),
  });
}

export function useDeleteTagging(projectId: string, onFailed: (error: Error) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (taggingId: string) =>
      unwrap(api.DELETE('/v1/taggings/{taggingId}', { params: { path: { taggingId } } })),
    onError: onFailed,
    onSettled: () => invalidateTagged(queryClient, projectId),
  });
}

/** Creates a deleted tagging again, at the same place. */
export function useRestoreTagging(projectId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (tagging: Tagging) =>
      (
        await unwrap(
          api.POST('/v1/tags/{tagId}/taggings', {
            params: { path: { tagId: tagging.tag_id } },
            body: {
              target_type: tagging.target_type,
              target_id: tagging.target_id,
              start_character: tagging.start_character,
              end_segment_id: tagging.end_segment_id,
              end_character: tagging.end_character,
            },
          }),
        )
      ).data,
    onSettled: () => invalidateTagged(queryClient, projectId),
  });
}

/** All accepted taggings of a tag, for an export. */
export async function readAllHighlights(projectId: string, tagId: string): Promise<Tagging[]> {
  const taggings: Tagging[] = [];
  let cursor: string | undefined;
  do {
    const page = await unwrap(
      api.GET('/v1/projects/{projectId}/taggings', {
        params: {
          path: { projectId },
          query: { tag_id: tagId, status: 'accepted', sort: 'created_at', limit: 100, cursor },
        },
      }),
    );
    taggings.push(...page.data);
    cursor = page.meta.next_cursor ?? undefined;
  } while (cursor);
  return taggings;
}
