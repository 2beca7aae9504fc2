import { Check, Trash2, X } from 'lucide-react';
import { useRemoveHighlight } from '../../data/material.ts';
import { type Tagging, useRestoreTagging } from '../../data/taggings.ts';
import type { Tag } from '../../data/tags.ts';
import { failureReason } from '../../lib/errors.ts';
import { AnchoredPopover } from '../../ui/anchored-popover.tsx';
import { IconButton } from '../../ui/button.tsx';
import { TagDot } from '../../ui/tag-chip.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useTranscript } from './context.ts';
import { useDecideWithUndo } from './use-decide-with-undo.ts';

interface HighlightPopoverProps {
  taggings: readonly Tagging[];
  tags: ReadonlyMap<string, Tag>;
  anchor: HTMLElement;
  onClose(): void;
}

/** The tags of a piece of text: remove them, or decide on suggestions. */
export function HighlightPopover({ taggings, tags, anchor, onClose }: HighlightPopoverProps) {
  const { projectId, fileId, editable } = useTranscript();
  const toast = useToast();
  const remove = useRemoveHighlight(projectId, fileId);
  const decide = useDecideWithUndo(projectId, fileId);
  const fail = (error: Error) => toast({ text: `Not changed. ${failureReason(error)}` });
  const restore = useRestoreTagging(projectId, fail);

  const removeOne = (tagging: Tagging, name: string) => {
    onClose();
    remove.mutate(tagging, {
      onError: fail,
      onSuccess: () =>
        toast({
          text: `Removed the tag “${name}”.`,
          action: { label: 'Undo', run: () => restore.mutate(tagging) },
        }),
    });
  };
  const decideOne = (tagging: Tagging, status: 'accepted' | 'rejected', name: string) => {
    onClose();
    void decide([tagging], status, name);
  };

  return (
    <AnchoredPopover anchor={anchor} label="Tags of this text" onClose={onClose}>
      <ul>
        {taggings.map((tagging) => {
          const tag = tags.get(tagging.tag_id);
          const name = tag?.name ?? 'Unknown tag';
          return (
            <li key={tagging.id} className="control flex items-center gap-2 ps-2">
              <TagDot color={tag?.color} />
              <span className="min-w-0 flex-1 truncate" dir="auto">
                {name}
              </span>
              {tagging.status === 'suggested' && <span className="text-xs text-soft">Suggested</span>}
              {editable && tagging.status === 'suggested' && (
                <>
                  <IconButton label={`Accept ${name}`} onClick={() => decideOne(tagging, 'accepted', name)}>
                    <Check size={16} strokeWidth={1.75} aria-hidden="true" />
                  </IconButton>
                  <IconButton label={`Reject ${name}`} onClick={() => decideOne(tagging, 'rejected', name)}>
                    <X size={16} strokeWidth={1.75} aria-hidden="true" />
                  </IconButton>
                </>
              )}
              {editable && tagging.status === 'accepted' && (
                <IconButton label={`Remove ${name}`} onClick={() => removeOne(tagging, name)}>
                  <Trash2 size={16} strokeWidth={1.75} aria-hidden="true" />
                </IconButton>
              )}
            </li>
          );
        })}
      </ul>
    </AnchoredPopover>
  );
}
