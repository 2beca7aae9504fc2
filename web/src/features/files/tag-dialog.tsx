import { useRef, useState } from 'react';
import { useTagFiles } from '../../data/bulk-files.ts';
import type { TagChange } from '../../data/file-tags.ts';
import type { ProjectFile } from '../../data/files.ts';
import type { Tag } from '../../data/tags.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useUndo } from '../../ui/undo.tsx';
import { describeResult } from './describe-result.ts';
import { TagPicker } from './tag-picker.tsx';
import { texts } from './texts.ts';

interface TagDialogProps {
  projectId: string;
  tags: readonly Tag[];
  files: readonly ProjectFile[];
  onClose(): void;
}

/** Adds and removes tags of several files. Every change is saved at once; closing offers to take all of them back. */
export function TagDialog({ projectId, tags, files, onClose }: TagDialogProps) {
  const [current, setCurrent] = useState(files);
  const toast = useToast();
  const undo = useUndo();
  /** What was changed so far, oldest first. */
  const changes = useRef<Promise<TagChange>[]>([]);
  const tagFiles = useTagFiles(projectId, {
    onDone: (result) =>
      result.failed.length > 0 && toast({ text: describeResult(result, texts.verbs.tagged) }),
  });

  const pick = ({ id: tagId }: Tag, add: boolean) => {
    const changed = current.filter((file) => file.tag_ids.includes(tagId) !== add);
    setCurrent(
      current.map((file) => {
        const others = file.tag_ids.filter((other) => other !== tagId);
        return { ...file, tag_ids: add ? [...others, tagId] : others };
      }),
    );
    changes.current.push(
      tagFiles.mutateAsync({ files: changed, tagId, add }).then(({ done }) => ({ files: done, tagId, add })),
    );
  };

  /** Changes only what this dialog changed; tags that someone else added or removed meanwhile stay. */
  const repeat = async (reversed: boolean) => {
    const done = await Promise.all(changes.current);
    for (const { files, tagId, add } of reversed ? done.toReversed() : done)
      if (files.length > 0) await tagFiles.mutateAsync({ files, tagId, add: add !== reversed });
  };

  const close = () => {
    onClose();
    const tagsOf = (file: ProjectFile | undefined) => file?.tag_ids.toSorted().join();
    const count = files.filter((file, at) => tagsOf(file) !== tagsOf(current[at])).length;
    if (count === 0) return;
    undo.add(
      Promise.resolve({
        done: texts.changedTags(count),
        undone: texts.tagsChangeUndone(count),
        redone: texts.changedTags(count),
        undo: () => repeat(true),
        redo: () => repeat(false),
      }),
    );
  };

  const title = files.length === 1 ? texts.tagNamed(files[0]?.name ?? '') : texts.tagFiles(files.length);
  return (
    <Dialog open onClose={close} title={title}>
      <TagPicker projectId={projectId} tags={tags} files={current} onPick={pick} />
    </Dialog>
  );
}
