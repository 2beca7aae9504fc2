import { useEffect, useRef } from 'react';
import type { Tagging } from '../../data/taggings.ts';
import type { Tag } from '../../data/tags.ts';
import { formatPercent } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { TagChip } from '../../ui/tag-chip.tsx';
import { MomentLink, MomentName, SpanPlayer } from '../media/index.ts';
import { texts } from './texts.ts';

interface SuggestionItemProps {
  projectId: string;
  tagging: Tagging;
  tag: Tag | undefined;
  isCurrent: boolean;
  canEdit: boolean;
  onSelect(): void;
  onDecide(decision: 'accepted' | 'rejected'): void;
}

export function SuggestionItem({
  projectId,
  tagging,
  tag,
  isCurrent,
  canEdit,
  onSelect,
  onDecide,
}: SuggestionItemProps) {
  const element = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isCurrent) element.current?.scrollIntoView({ block: 'nearest' });
  }, [isCurrent]);
  const { file_id, start_seconds, end_seconds, quote } = tagging;
  return (
    <li
      ref={element}
      aria-current={isCurrent || undefined}
      onPointerDown={onSelect}
      className={`scroll-my-16 space-y-2 rounded-lg border p-3 ${isCurrent ? 'border-accent bg-surface shadow-sm' : 'border-line'}`}
    >
      <div className="flex flex-wrap items-center gap-2 text-sm text-soft">
        <TagChip name={tag?.name ?? texts.deletedTag} color={tag?.color ?? null} />
        {tagging.confidence !== null && <span>{texts.sure(formatPercent(tagging.confidence))}</span>}
      </div>
      {quote && (
        <blockquote dir="auto" className="font-serif text-md">
          “{quote}”
        </blockquote>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 space-y-1 text-sm text-soft">
          <p className="flex flex-wrap gap-x-2">
            {tagging.speaker && <span dir="auto">{tagging.speaker}</span>}
            {file_id && (
              <MomentLink projectId={projectId} fileId={file_id} seconds={start_seconds}>
                <MomentName fileId={file_id} seconds={start_seconds} />
              </MomentLink>
            )}
          </p>
          {isCurrent && file_id && start_seconds !== null && end_seconds !== null && (
            <SpanPlayer
              fileId={file_id}
              startSeconds={start_seconds}
              endSeconds={end_seconds}
              label={quote ?? texts.thePassage}
            />
          )}
        </div>
        {canEdit && (
          <div className="flex gap-2">
            <Button
              aria-keyshortcuts={isCurrent ? texts.keyA : undefined}
              onClick={() => onDecide('accepted')}
            >
              {texts.accept} {isCurrent && <KeyHint name={texts.keyA} />}
            </Button>
            <Button
              aria-keyshortcuts={isCurrent ? texts.keyX : undefined}
              onClick={() => onDecide('rejected')}
            >
              {texts.reject} {isCurrent && <KeyHint name={texts.keyX} />}
            </Button>
          </div>
        )}
      </div>
    </li>
  );
}

const KeyHint = ({ name }: { name: string }) => (
  <span className="pointer-coarse:hidden">
    <Kbd>{name}</Kbd>
  </span>
);
