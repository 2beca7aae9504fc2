import { lazy, Suspense } from 'react';
import type { Tagging } from '../../data/taggings.ts';
import type { Tag } from '../../data/tags.ts';
import { useTranscript } from './context.ts';
import { HighlightPopover } from './highlight-popover.tsx';
import { SpeakerPopover } from './speaker-popover.tsx';
import type { EditingState } from './use-editing.ts';

const ConflictDialog = lazy(() =>
  import('./conflict-dialog.tsx').then((module) => ({ default: module.ConflictDialog })),
);

/** What is open beside a row: the speaker of a segment, or the highlights of a piece of text. */
export type OpenPopover =
  | { kind: 'speaker'; segmentId: string; anchor: HTMLElement }
  | { kind: 'highlights'; taggingIds: string[]; anchor: HTMLElement };

interface ListPopoversProps {
  open: OpenPopover | null;
  onClose(): void;
  taggings: readonly Tagging[];
  tags: ReadonlyMap<string, Tag>;
  editing: EditingState;
}

export function ListPopovers({ open, onClose, taggings, tags, editing }: ListPopoversProps) {
  const { list } = useTranscript();
  const segmentOf = (id: string) => list.segments[list.indexOf.get(id) ?? -1];
  const segment = open?.kind === 'speaker' ? segmentOf(open.segmentId) : undefined;
  const marked = open?.kind === 'highlights' ? taggings.filter(({ id }) => open.taggingIds.includes(id)) : [];
  const { conflict } = editing;
  const saved = conflict && segmentOf(conflict.segmentId);
  return (
    <>
      {open && segment && <SpeakerPopover segment={segment} anchor={open.anchor} onClose={onClose} />}
      {open && marked.length > 0 && (
        <HighlightPopover taggings={marked} tags={tags} anchor={open.anchor} onClose={onClose} />
      )}
      {conflict && saved && (
        <Suspense>
          <ConflictDialog
            mine={conflict.mine}
            theirs={saved.text}
            onChoose={editing.resolve}
            onPostpone={editing.postpone}
          />
        </Suspense>
      )}
    </>
  );
}
