import { Ellipsis } from 'lucide-react';
import { isUnsaved } from '../../data/board-change.ts';
import type { Card } from '../../data/board-order.ts';
import { Menu, MenuItem, MenuSub } from '../../ui/menu.tsx';
import { useBoardContext } from './board-context.ts';
import { texts } from './texts.ts';

export function CardMenu({ card, tabIndex }: { card: Card; tabIndex: number }) {
  const { change, openCard, deleteCards, toggleSelected } = useBoardContext();
  return (
    <Menu
      trigger={
        <button
          type="button"
          tabIndex={tabIndex}
          aria-label={texts.actionsFor(card.title)}
          className="-me-1 -mt-1 inline-flex size-7 shrink-0 items-center justify-center rounded-md text-soft opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 hover:bg-sunken hover:text-ink data-[state=open]:opacity-100 pointer-coarse:size-11 pointer-coarse:opacity-100"
        >
          <Ellipsis size={16} strokeWidth={1.75} aria-hidden="true" />
        </button>
      }
    >
      <MenuItem onSelect={() => openCard(card.id)}>{texts.open}</MenuItem>
      <MoveTo
        cardLaneId={card.lane_id}
        onMove={(laneId) => change({ kind: 'move-card', cardId: card.id, to: { laneId } })}
      />
      <MenuItem onSelect={() => toggleSelected(card.id)}>{texts.select}</MenuItem>
      <MenuItem danger onSelect={() => deleteCards([card.id])}>
        {texts.delete}
      </MenuItem>
    </Menu>
  );
}

interface MoveToProps {
  /** The lane of the card, or undefined for several cards. */
  cardLaneId?: string;
  onMove(laneId: string): void;
}

export function MoveTo({ cardLaneId, onMove }: MoveToProps) {
  const { lanes } = useBoardContext();
  return (
    <MenuSub label={texts.moveTo}>
      {lanes
        .filter((lane) => !isUnsaved(lane))
        .map((lane) => (
          <MenuItem key={lane.id} onSelect={() => onMove(lane.id)}>
            <span className="min-w-0 truncate" dir="auto">
              {lane.name}
            </span>
            {lane.id === cardLaneId && <span className="ms-auto text-sm text-soft">{texts.bottom}</span>}
          </MenuItem>
        ))}
    </MenuSub>
  );
}
