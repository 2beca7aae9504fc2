import { ArrowDown, ArrowUp, GripVertical, X } from 'lucide-react';
import { useRef } from 'react';
import type { Clip } from '../../data/clips.ts';
import { formatTimecode } from '../../lib/format.ts';
import { Announcer, useAnnounce } from '../../ui/announcer.tsx';
import { IconButton } from '../../ui/button.tsx';
import { dropLine, useDragOrder } from '../../ui/use-drag-order.ts';
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
  const move = (from: number, to: number) => {
    if (to < 0 || to >= clips.length || from === to) return;
    onReorder(moveItem(clips, from, to));
    announce(texts.isNowOf(clips[from]?.name ?? '', to + 1, clips.length));
  };
  const { dragged, edgeOf } = useDragOrder(list, {
    count: clips.length,
    lifts: (pressed) => !pressed.closest('button'),
    onMove: move,
  });
  return (
    <ol ref={list} className="max-h-72 overflow-y-auto rounded-md border border-line select-none">
      {clips.map((clip, place) => (
        <Row
          key={clip.id}
          clip={clip}
          place={place}
          count={clips.length}
          edge={edgeOf(place)}
          isDragged={dragged === place}
          onMove={(to) => move(place, to)}
          onRemove={() => onReorder(clips.filter(({ id }) => id !== clip.id))}
        />
      ))}
    </ol>
  );
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
  return (
    <li
      data-place={place}
      className={`flex items-center gap-2 border-b border-line bg-surface ps-2 pe-1 last:border-b-0 ${dropLine(edge)} ${isDragged ? 'opacity-40' : ''}`}
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
