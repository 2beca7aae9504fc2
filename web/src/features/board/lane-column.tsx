import { memo } from 'react';
import { isUnsaved } from '../../data/board-change.ts';
import type { LaneWithCards } from '../../data/board-order.ts';
import { AddCard } from './add-card.tsx';
import { useBoardContext } from './board-context.ts';
import type { BoardView } from './board-view.ts';
import { LaneCards } from './lane-cards.tsx';
import { LaneHeader } from './lane-header.tsx';

interface LaneColumnProps {
  lane: LaneWithCards;
  /** All cards of the lane, including those that a filter hides. */
  cardCount: number;
  view: BoardView;
}

/** Four lanes and the button for another one fit on a page of 1440 px. */
export const LaneColumn = memo(function LaneColumn({ lane, cardCount, view }: LaneColumnProps) {
  const { canEdit } = useBoardContext();
  const isTarget = view.target?.kind === 'card' && view.target.laneId === lane.id;
  const dropsBefore = view.target?.kind === 'lane' && view.target.beforeLaneId === lane.id;
  return (
    <section
      aria-label={lane.name}
      data-lane={lane.id}
      className="relative flex h-full w-60 shrink-0 snap-start flex-col max-sm:w-[calc(100vw-4.5rem)]"
    >
      {dropsBefore && <LaneDropLine />}
      <div
        data-lane-box
        className={`flex max-h-full min-h-0 flex-col rounded-xl border bg-sunken ${isTarget ? 'border-accent' : 'border-line'} ${view.dragged?.id === lane.id ? 'opacity-40' : ''} ${isUnsaved(lane) ? 'opacity-70' : ''}`}
      >
        <LaneHeader lane={lane} cardCount={cardCount} />
        <LaneCards lane={lane} view={view} />
        {canEdit && !isUnsaved(lane) && <AddCard laneId={lane.id} laneName={lane.name} />}
      </div>
    </section>
  );
});

export const LaneDropLine = () => (
  <div aria-hidden="true" className="absolute inset-y-0 -start-2 w-0.5 rounded-full bg-accent" />
);
