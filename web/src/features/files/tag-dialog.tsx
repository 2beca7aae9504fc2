import { useState } from 'react';
import { useSetFileTags } from '../../data/bulk-files.ts';
import type { ProjectFile } from '../../data/files.ts';
import type { Tag } from '../../data/tags.ts';
import { formatCount } from '../../lib/format.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { useToast } from '../../ui/toast.tsx';
import { describeResult } from './describe-result.ts';
import { TagPicker } from './tag-picker.tsx';

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
  const setFileTags = useSetFileTags(projectId, {
    onDone: (result) => result.failed.length > 0 && toast({ text: describeResult(result, 'tagged') }),
  });

  const pick = ({ id }: Tag, add: boolean) => {
    const changed = current
      .filter((file) => file.tag_ids.includes(id) !== add)
      .map((file) => ({
        ...file,
        tag_ids: add ? [...file.tag_ids, id] : file.tag_ids.filter((other) => other !== id),
      }));
    const byId = new Map(changed.map((file) => [file.id, file]));
    setCurrent(current.map((file) => byId.get(file.id) ?? file));
    setFileTags.mutate({ files: changed });
  };

  const close = () => {
    onClose();
    const before = files.filter((file, index) => file.tag_ids.join() !== current[index]?.tag_ids.join());
    if (before.length > 0)
      toast({
        text: `Changed the tags of ${formatCount(before.length, 'file')}.`,
        action: { label: 'Undo', run: () => setFileTags.mutate({ files: before }) },
      });
  };

  const title = files.length === 1 ? `Tag “${files[0]?.name}”` : `Tag ${formatCount(files.length, 'file')}`;
  return (
    <Dialog open onClose={close} title={title}>
      <TagPicker projectId={projectId} tags={tags} files={current} onPick={pick} />
    </Dialog>
  );
}
