import { useQueryClient } from '@tanstack/react-query';
import type { File } from '../../data/file.ts';
import {
  type Clip,
  fileClipsQuery,
  type NewClip,
  useCreateFileClip,
  useDeleteFileClip,
  useRenameFileClip,
} from '../../data/file-clips.ts';
import { ChangedSince, creation, deletion } from '../../lib/undo-stack.ts';
import { useUndo } from '../../ui/undo.tsx';
import { panelTexts as texts } from './panel-texts.ts';

/** Cutting, renaming and deleting clips of a file. Each can be undone; a deleted clip is cut again. */
export function useClipActions(file: File) {
  const client = useQueryClient();
  const { add, ids } = useUndo();
  const create = useCreateFileClip(file.project_id, file.id);
  const rename = useRenameFileClip(file.project_id, file.id);
  const remove = useDeleteFileClip(file.project_id, file.id);
  const { queryKey } = fileClipsQuery(file.project_id, file.id);
  const renameFrom = async ({ id }: Clip, from: string, name: string) => {
    const clip = client.getQueryData(queryKey)?.find((other) => other.id === ids.current(id));
    if (clip?.name !== from) throw new ChangedSince(texts.clipChangedSince);
    await rename.mutateAsync({ clip, name });
  };

  return {
    creating: create,
    isRemoving: remove.isPending,
    async create(clip: NewClip): Promise<void> {
      const created = create.mutateAsync(clip);
      const name = texts.clip(clip.name);
      add(
        created.then(({ id }) => ({
          done: texts.clipCut(name),
          undone: texts.clipDeleted(name),
          redone: texts.clipCutAgain(name),
          ...creation(ids, id, {
            create: () => create.mutateAsync(clip),
            remove: (current) => remove.mutateAsync(current),
          }),
        })),
      );
      await created;
    },
    async rename(clip: Clip, name: string): Promise<void> {
      const renamed = rename.mutateAsync({ clip, name });
      add(
        renamed.then(() => ({
          undone: texts.clipCalledAgain(clip.name),
          redone: texts.clipRenamed(name),
          undo: () => renameFrom(clip, name, clip.name),
          redo: () => renameFrom(clip, clip.name, name),
        })),
      );
      await renamed;
    },
    async remove(clip: Clip): Promise<void> {
      const removed = remove.mutateAsync(clip.id);
      const { name, start_seconds, end_seconds, captions } = clip;
      add(
        removed.then(() => ({
          done: texts.clipDeleted(texts.clip(name)),
          undone: (clip.share_url ? texts.clipCutUnshared : texts.clipCutAgain)(texts.clip(name)),
          redone: texts.clipDeleted(texts.clip(name)),
          ...deletion(ids, clip.id, {
            create: () => create.mutateAsync({ name, start_seconds, end_seconds, captions }),
            remove: (current) => remove.mutateAsync(current),
          }),
        })),
      );
      await removed;
    },
  };
}
