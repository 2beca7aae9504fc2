import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { attachClosestEdge, extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge';
import { announce } from '@atlaskit/pragmatic-drag-and-drop-live-region';
import { ArrowDown, ArrowUp, GripVertical, X } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Clip } from '../../data/clips.ts';
import { formatTimecode } from '../../lib/format.ts';
import { IconButton } from '../../ui/button.tsx';
import { moveItem } from './move-item.ts';
import { texts } from './texts.ts';

interface ReelOrderProps {
  clips: readonly Clip[];
  onReorder(clips: readonly Clip[]): void;
}

/** The clips of a new reel. They move by pointer or with the buttons of their row. */
export function ReelOrder({ clips, onReorder }: ReelOrderProps) {
  const move = (from: number, to: number) => {
    if (to < 0 || to >= clips.length || from === to) return;
    onReorder(moveItem(clips, from, to));
    announce(texts.isNowOf(clips[from]?.name ?? '', to + 1, clips.length));
  };
  return (
    <ol className="max-h-72 overflow-y-auto rounded-md border border-line">
      {clips.map((clip, place) => (
        <Row
          key={clip.id}
          clip={clip}
          place={place}
          count={clips.length}
          onMove={(to) => move(place, to)}
          onDrop={(from, to) => move(from, to)}
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
  onMove(to: number): void;
  onDrop(from: number, to: number): void;
  onRemove(): void;
}

function Row({ clip, place, count, onMove, onDrop, onRemove }: RowProps) {
  const row = useRef<HTMLLIElement>(null);
  const [edge, setEdge] = useState<'top' | 'bottom' | null>(null);
  const drop = useEffectEvent(onDrop);
  useEffect(() => {
    const element = row.current;
    if (!element) return;
    const edgeOf = (data: Record<string | symbol, unknown>) =>
      extractClosestEdge(data) === 'bottom' ? 'bottom' : 'top';
    return combine(
      draggable({ element, getInitialData: () => ({ kind: 'reel-part', place }) }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => source.data.kind === 'reel-part',
        getData: ({ input }) =>
          attachClosestEdge({ place }, { element, input, allowedEdges: ['top', 'bottom'] }),
        onDrag: ({ self, source }) => setEdge(source.data.place === place ? null : edgeOf(self.data)),
        onDragLeave: () => setEdge(null),
        onDrop: ({ self, source }) => {
          setEdge(null);
          const from = Number(source.data.place);
          const before = edgeOf(self.data) === 'top' ? place : place + 1;
          // The item leaves its old place, so later places move up by one.
          drop(from, from < before ? before - 1 : before);
        },
      }),
    );
  }, [place]);
  const line =
    edge === 'top'
      ? 'shadow-[inset_0_2px_0_var(--accent)]'
      : edge === 'bottom'
        ? 'shadow-[inset_0_-2px_0_var(--accent)]'
        : '';
  return (
    <li
      ref={row}
      className={`flex items-center gap-2 border-b border-line ps-2 pe-1 last:border-b-0 ${line}`}
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
