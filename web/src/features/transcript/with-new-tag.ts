import type { Tagging } from '../../data/taggings.ts';

interface Steps {
  remove(tagging: Tagging): Promise<unknown>;
  restore(tagging: Tagging): Promise<Tagging>;
  /** Resolves with false if something else uses the tag. */
  deleteUnusedTag(tagId: string): Promise<boolean>;
  /** Creates the tag and its first highlight. */
  createBoth(): Promise<Tagging>;
}

/** Undoes and redoes a highlight whose tag was created with it: the tag goes and returns with it, unless it is used elsewhere. */
export function withNewTag(tagging: Tagging, { remove, restore, deleteUnusedTag, createBoth }: Steps) {
  let latest = tagging;
  let isTagDeleted = false;
  return {
    async create(): Promise<Tagging> {
      latest = isTagDeleted ? await createBoth() : await restore(latest);
      return latest;
    },
    async remove(id: string): Promise<void> {
      await remove({ ...latest, id });
      // A tag that could not be deleted does no harm, and the highlight is gone.
      isTagDeleted = await deleteUnusedTag(latest.tag_id).catch(() => false);
    },
  };
}
