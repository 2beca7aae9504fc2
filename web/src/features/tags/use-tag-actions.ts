import { useMemo } from 'react';
import { type Tag, type TagChange, useChangeTag, useDeleteTags, useMergeTag } from '../../data/tags.ts';
import { ApiError, errorMessage } from '../../lib/errors.ts';
import { useToast } from '../../ui/toast.tsx';
import { texts } from './texts.ts';

export interface TagActions {
  change(tagId: string, change: TagChange): void;
  merge(tagIds: string[], into: Tag): Promise<void>;
  remove(tagIds: string[]): Promise<void>;
}

export const failureText = (error: Error): string =>
  error instanceof ApiError && error.details[0]
    ? texts.notSaved(error.details[0].field, error.details[0].message)
    : errorMessage(error);

/** Changes of tags; a refused one is said in a message. */
export function useTagActions(projectId: string): TagActions {
  const toast = useToast();
  const onFailed = (error: Error) => toast({ text: failureText(error) });
  const { mutate: change } = useChangeTag(projectId, onFailed);
  const { mutateAsync: merge } = useMergeTag(projectId, onFailed);
  const { mutateAsync: remove } = useDeleteTags(projectId, onFailed);
  return useMemo(
    () => ({
      change: (tagId, values) => change({ id: tagId, ...values }),
      async merge(tagIds, into) {
        for (const tagId of tagIds) await merge({ tagId, intoTagId: into.id });
        toast({ text: texts.mergedTagsInto(tagIds.length, into.name) });
      },
      async remove(tagIds) {
        await remove(tagIds);
        toast({ text: texts.deletedTags(tagIds.length) });
      },
    }),
    [change, merge, remove, toast],
  );
}
