import { Link } from '@tanstack/react-router';
import { Check, MessageSquare, Trash2, X } from 'lucide-react';
import { useRef } from 'react';
import { useRemoveHighlight } from '../../data/material.ts';
import { type Tagging, useRestoreTagging } from '../../data/taggings.ts';
import type { Tag } from '../../data/tags.ts';
import { failureReason } from '../../lib/errors.ts';
import { deletion } from '../../lib/undo-stack.ts';
import { AnchoredPopover } from '../../ui/anchored-popover.tsx';
import { IconButton } from '../../ui/button.tsx';
import { TagDot } from '../../ui/tag-chip.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useUndo } from '../../ui/undo.tsx';
import { commentTexts } from '../comments/index.ts';
import { useTranscript } from './context.ts';
import { texts } from './texts.ts';
import { useDecideWithUndo } from './use-decide-with-undo.ts';

interface HighlightPopoverProps {
  taggings: readonly Tagging[];
  tags: ReadonlyMap<string, Tag>;
  anchor: HTMLElement;
  onClose(): void;
}

/** The tags of a piece of text: open or remove them, or decide on suggestions. The focus begins at the name. */
export function HighlightPopover({ taggings, tags, anchor, onClose }: HighlightPopoverProps) {
  const { projectId, fileId, editable, onAction } = useTranscript();
  const toast = useToast();
  const remove = useRemoveHighlight(projectId, fileId);
  const decide = useDecideWithUndo(projectId, fileId);
  const fail = (error: Error) => toast({ text: texts.notChanged(failureReason(error)) });
  const restore = useRestoreTagging(projectId);
  const { add, ids } = useUndo();
  const firstName = useRef<HTMLAnchorElement>(null);

  const removeOne = (tagging: Tagging, name: string) => {
    onClose();
    const removed = remove.mutateAsync(tagging);
    removed.catch(fail);
    add(
      removed.then(() => ({
        done: texts.tagRemoved([name]),
        undone: texts.tagIsBack(name),
        redone: texts.tagRemoved([name]),
        ...deletion(ids, tagging.id, {
          create: () => restore.mutateAsync(tagging),
          remove: (id) => remove.mutateAsync({ ...tagging, id }),
        }),
      })),
    );
  };
  const decideOne = (tagging: Tagging, status: 'accepted' | 'rejected', name: string) => {
    onClose();
    void decide([tagging], status, name);
  };

  return (
    <AnchoredPopover anchor={anchor} label={texts.tagsOfText} onClose={onClose} initialFocus={firstName}>
      <ul>
        {taggings.map((tagging, index) => {
          const tag = tags.get(tagging.tag_id);
          const name = tag?.name ?? texts.unknownTag;
          return (
            <li key={tagging.id} className="control flex items-center gap-2 ps-2">
              <TagDot color={tag?.color} />
              <Link
                ref={index === 0 ? firstName : undefined}
                to="/projects/$projectId/tags/$tagId"
                params={{ projectId, tagId: tagging.tag_id }}
                dir="auto"
                className="min-w-0 flex-1 truncate underline-offset-4 hover:underline"
              >
                {name}
              </Link>
              {tagging.status === 'suggested' && <span className="text-xs text-soft">{texts.suggested}</span>}
              {editable && tagging.status === 'suggested' && (
                <>
                  <IconButton label={texts.accept(name)} onClick={() => decideOne(tagging, 'accepted', name)}>
                    <Check size={16} strokeWidth={1.75} aria-hidden="true" />
                  </IconButton>
                  <IconButton label={texts.reject(name)} onClick={() => decideOne(tagging, 'rejected', name)}>
                    <X size={16} strokeWidth={1.75} aria-hidden="true" />
                  </IconButton>
                </>
              )}
              {editable && tagging.status === 'accepted' && (
                <IconButton
                  label={commentTexts.commentOnHighlight(name)}
                  onClick={() => {
                    onClose();
                    onAction({ type: 'highlight-commented', taggingId: tagging.id });
                  }}
                >
                  <MessageSquare size={16} strokeWidth={1.75} aria-hidden="true" />
                </IconButton>
              )}
              {editable && tagging.status === 'accepted' && (
                <IconButton label={texts.remove(name)} onClick={() => removeOne(tagging, name)}>
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
