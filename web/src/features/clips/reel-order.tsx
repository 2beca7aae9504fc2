import { ArrowDown, ArrowUp, GripVertical, X } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Clip } from '../../data/clips.ts';
import { formatTimecode } from '../../lib/format.ts';
import { Announcer, useAnnounce } from '../../ui/announcer.tsx';
import { IconButton } from '../../ui/button.tsx';
import { usePointerDrag } from '../../ui/pointer-drag.ts';
import { moveItem } from './move-item.ts';
import { texts } from './texts.ts';

interface ReelOrderProps {
  clips: readonly Clip[];
  onReorder(clips: readonly Clip[]): void;
}

/** The clips of a new reel. They move by pointer or with the buttons of their row. */
export const ReelOrder = (props: ReelOrderProps) => (
  <Announcer>
    <Rows {...props} />
  </Announcer>
);

function Rows({ clips, onReorder }: ReelOrderProps) {
  const announce = useAnnounce();
  const list = useRef<HTMLOListElement>(null);
  const [drag, setDrag] = useState<{ from: number; before?: number | undefined }>();
  const move = (from: number, to: number) => {
    if (to < 0 || to >= clips.length || from === to) return;
    onReorder(moveItem(clips, from, to));
    announce(texts.isNowOf(clips[from]?.name ?? '', to + 1, clips.length));
  };
  usePointerDrag(list, (pressed) => {
    const row = rowOf(pressed);
    if (!row || pressed.closest('button')) return undefined;
    const from = Number(row.dataset.place);
    let before: number | undefined;
    setDrag({ from });
    return {
      element: row,
      over({ y }, under) {
        const other = under ? rowOf(under) : null;
        before = other && list.current?.contains(other) ? placeBefore(other, y) : undefined;
        setDrag({ from, before });
      },
      drop() {
        setDrag(undefined);
        // The item leaves its old place, so later places move up by one.
        if (before !== undefined) move(from, from < before ? before - 1 : before);
      },
      cancel: () => setDrag(undefined),
    };
  });
  const line = (place: number) => {
    if (drag?.before === undefined || drag.before === drag.from || drag.before === drag.from + 1) return null;
    if (drag.before === place) return 'top';
    return drag.before === clips.length && place === clips.length - 1 ? 'bottom' : null;
  };
  return (
    <ol ref={list} className="max-h-72 overflow-y-auto rounded-md border border-line select-none">
      {clips.map((clip, place) => (
        <Row
          key={clip.id}
          clip={clip}
          place={place}
          count={clips.length}
          edge={line(place)}
          isDragged={drag?.from === place}
          onMove={(to) => move(place, to)}
          onRemove={() => onReorder(clips.filter(({ id }) => id !== clip.id))}
        />
      ))}
    </ol>
  );
}

const rowOf = (element: Element) => element.closest<HTMLElement>('[data-place]');

/** The place before the row, or behind it for its lower half. */
function placeBefore(row: HTMLElement, y: number): number {
  const { top, height } = row.getBoundingClientRect();
  return Number(row.dataset.place) + (y < top + height / 2 ? 0 : 1);
}

interface RowProps {
  clip: Clip;
  place: number;
  count: number;
  /** Where the line is that shows the place of the dragged row. */
  edge: 'top' | 'bottom' | null;
  isDragged: boolean;
  onMove(to: number): void;
  onRemove(): void;
}

function Row({ clip, place, count, edge, isDragged, onMove, onRemove }: RowProps) {
  const line =
    edge === 'top'
      ? 'shadow-[inset_0_2px_0_var(--accent)]'
      : edge === 'bottom'
        ? 'shadow-[inset_0_-2px_0_var(--accent)]'
        : '';
  return (
    <li
      data-place={place}
      className={`flex items-center gap-2 border-b border-line bg-surface ps-2 pe-1 last:border-b-0 ${line} ${isDragged ? 'opacity-40' : ''}`}
    >
      <GripVertical
        size={16}
        strokeWidth={1.75}
        aria-hidden="true"
        className="shrink-0 cursor-grab text-soft"
      />
      <span className="w-5 text-soft tabular-nums">{place + 1}</span>
      <span dir="auto" className="min-w-0 flex-1 truncate">
        {clip.name}
      </span>
      <span className="text-sm text-soft tabular-nums">{formatTimecode(clip.duration_seconds)}</span>
      <IconButton label={texts.moveUp(clip.name)} disabled={place === 0} onClick={() => onMove(place - 1)}>
        <ArrowUp size={16} strokeWidth={1.75} />
      </IconButton>
      <IconButton
        label={texts.moveDown(clip.name)}
        disabled={place === count - 1}
        onClick={() => onMove(place + 1)}
      >
        <ArrowDown size={16} strokeWidth={1.75} />
      </IconButton>
      <IconButton label={texts.remove(clip.name)} onClick={onRemove}>
        <X size={16} strokeWidth={1.75} />
      </IconButton>
    </li>
  );
}
