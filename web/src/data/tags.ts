import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, type Schemas, unwrap } from '../lib/api.ts';
import { keys } from './keys.ts';

export type Tag = Schemas['Tag'];

/** All tags of a project by name. A project has hundreds of them at most, and pages filter and nest them at once. */
export const tagsQuery = (projectId: string) =>
  queryOptions({
    queryKey: keys.tags(projectId),
    queryFn: async () => {
      const tags: Tag[] = [];
      let cursor: string | undefined;
      do {
        const page = await unwrap(
          api.GET('/v1/projects/{projectId}/tags', {
            params: { path: { projectId }, query: { limit: 100, sort: 'name', cursor } },
          }),
        );
        tags.push(...page.data);
        cursor = page.meta.next_cursor ?? undefined;
      } while (cursor);
      return tags;
    },
    staleTime: 30_000,
  });

export interface NewTag {
  name: string;
  color?: string;
  parent_id?: string | null;
}

export function useCreateTag(projectId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (body: NewTag) =>
      (await unwrap(api.POST('/v1/projects/{projectId}/tags', { params: { path: { projectId } }, body })))
        .data,
    onSuccess: (tag) => {
      queryClient.setQueryData(tagsQuery(projectId).queryKey, (tags) => tags && byName([...tags, tag]));
      return queryClient.invalidateQueries({ queryKey: keys.tags(projectId) });
    },
  });
}

export type TagChange = Partial<Pick<Tag, 'name' | 'description' | 'color' | 'parent_id'>>;

/** Shows the change at once; a refused one is taken back, and `onFailed` gets the reason. */
export function useChangeTag(projectId: string, onFailed: (error: Error) => void) {
  const queryClient = useQueryClient();
  const { queryKey } = tagsQuery(projectId);
  return useMutation({
    mutationFn: async ({ id, ...body }: TagChange & { id: string }) =>
      (await unwrap(api.PATCH('/v1/tags/{tagId}', { params: { path: { tagId: id } }, body }))).data,
    onMutate: async ({ id, ...change }) => {
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData(queryKey)?.find((tag) => tag.id === id);
      queryClient.setQueryData(queryKey, (tags) => replaceTag(tags, id, change));
      return before;
    },
    onError: (error, { id, ...change }, before) => {
      // Only the refused fields: another change of the same tag may have succeeded meanwhile.
      const back =
        before && Object.fromEntries(Object.keys(change).map((key) => [key, before[key as keyof Tag]]));
      if (back) queryClient.setQueryData(queryKey, (tags) => replaceTag(tags, id, back));
      onFailed(error);
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
}

/** Moves the taggings and child tags of one tag to another and deletes it. */
export function useMergeTag(projectId: string, onFailed: (error: Error) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ tagId, intoTagId }: { tagId: string; intoTagId: string }) =>
      (
        await unwrap(
          api.POST('/v1/tags/{tagId}/merge', {
            params: { path: { tagId } },
            body: { into_tag_id: intoTagId },
          }),
        )
      ).data,
    onError: onFailed,
    onSettled: () => invalidateTagged(queryClient, projectId),
  });
}

export function useDeleteTags(projectId: string, onFailed: (error: Error) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (tagIds: string[]) => {
      for (const tagId of tagIds)
        await unwrap(api.DELETE('/v1/tags/{tagId}', { params: { path: { tagId } } }));
    },
    onError: onFailed,
    onSettled: () => invalidateTagged(queryClient, projectId),
  });
}

/** Refetches what shows tags or taggings: the number of highlights of a tag changes with both. */
export const invalidateTagged = (queryClient: ReturnType<typeof useQueryClient>, projectId: string) =>
  Promise.all(
    [
      keys.tags(projectId),
      keys.taggings(projectId),
      keys.suggestions(projectId),
      keys.board(projectId),
      keys.project(projectId),
      ['material'],
    ].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
  );

const byName = (tags: Tag[]) => tags.toSorted((a, b) => a.name.localeCompare(b.name));

const replaceTag = (tags: Tag[] | undefined, id: string, change: TagChange) =>
  tags && byName(tags.map((tag) => (tag.id === id ? { ...tag, ...change } : tag)));
