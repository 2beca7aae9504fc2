import { CalendarClock, Flag } from 'lucide-react';
import { memo, useEffect, useRef } from 'react';
import { isUnsaved } from '../../data/board-change.ts';
import type { Card } from '../../data/board-order.ts';
import { formatDueDate, today } from '../../lib/format.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { TagChip } from '../../ui/tag-chip.tsx';
import { tagStyle } from '../../ui/tag-colors.ts';
import { useBoardContext } from './board-context.ts';
import { CardMenu } from './card-menu.tsx';
import { countPeople } from './people-of-card.ts';
import { texts } from './texts.ts';

export interface TileState {
  /** The one card that the Tab key reaches; arrow keys go from card to card. */
  isCurrent: boolean;
  isSelected: boolean;
  /** Lifted by the keyboard, or its copy follows the pointer. */
  isLifted: boolean;
  isDragged: boolean;
  /** A line before it shows where the dragged card goes. */
  isTarget: boolean;
  /** Takes the focus when it changes. */
  focusTurn: number;
}

export const CardTile = memo(function CardTile({ card, ...state }: TileState & { card: Card }) {
  const { canEdit, tags, people, openCard, toggleSelected } = useBoardContext();
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (state.focusTurn > 0) element.current?.focus();
  }, [state.focusTurn]);
  const tabIndex = state.isCurrent ? 0 : -1;
  const quote = card.evidence.find((item) => item.quote)?.quote;
  const shownTags = card.tag_ids.map((id) => tags.get(id)).filter((tag) => tag !== undefined);
  const assignee = card.assignee_id ? people.get(card.assignee_id) : undefined;
  const unsaved = isUnsaved(card);

  return (
    <div className="relative pb-2" data-card={card.id}>
      {state.isTarget && <DropLine />}
      {/* biome-ignore lint/a11y/useSemanticElements: a card is not a field set */}
      <div
        ref={element}
        role="group"
        data-tile
        tabIndex={tabIndex}
        aria-label={card.title}
        aria-roledescription={canEdit ? texts.movableCard : texts.plainCard}
        aria-describedby={canEdit ? 'board-instructions' : undefined}
        aria-busy={unsaved || undefined}
        style={card.color ? tagStyle(card.color) : undefined}
        className={`group relative rounded-lg border p-2.5 text-sm select-none [-webkit-touch-callout:none] ${card.color ? 'border-s-3 border-s-(--tag-dot)' : ''} ${state.isLifted ? 'border-accent shadow-xl outline-2 outline-accent' : 'border-line shadow-2xs hover:border-edge'} ${state.isDragged ? 'opacity-40' : ''} ${unsaved ? 'opacity-70' : ''} ${state.isSelected ? 'bg-accent-wash' : 'bg-raised'}`}
      >
        <div className="flex items-start gap-1">
          <button
            type="button"
            data-card-title
            tabIndex={tabIndex}
            disabled={unsaved}
            dir="auto"
            onClick={() => openCard(card.id)}
            className="line-clamp-4 min-w-0 flex-1 text-start text-base font-medium hover:underline pointer-coarse:min-h-8"
          >
            {card.title}
          </button>
          {canEdit && (
            <Checkbox
              label={texts.select2(card.title)}
              checked={state.isSelected}
              tabIndex={tabIndex}
              disabled={unsaved}
              onChange={() => toggleSelected(card.id)}
              className={`mt-0.5 ${state.isSelected ? '' : 'opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:hidden'}`}
            />
          )}
          {canEdit && !unsaved && <CardMenu card={card} tabIndex={tabIndex} />}
        </div>
        {quote && (
          <p dir="auto" className="mt-1.5 line-clamp-3 font-serif text-md leading-5 text-soft">
            “{quote}”
          </p>
        )}
        {card.evidence.length > 1 && (
          <p className="mt-1 text-xs text-soft">
            {texts.passagesOf(card.evidence.length, countPeople(card))}
          </p>
        )}
        {shownTags.length > 0 && (
          <div className="mt-2 flex flex-wrap gap-1">
            {shownTags.slice(0, 3).map((tag) => (
              <TagChip key={tag.id} name={tag.name} color={tag.color} />
            ))}
            {shownTags.length > 3 && (
              <span className="text-xs text-soft">{texts.more(shownTags.length - 3)}</span>
            )}
          </div>
        )}
        {(card.priority || card.due_on || assignee) && (
          <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-soft">
            {card.priority && (
              <span
                className={`inline-flex items-center gap-1 ${isHigh(card) ? 'font-medium text-ink' : ''}`}
              >
                <Flag size={12} strokeWidth={1.75} aria-hidden="true" /> {texts.priorities[card.priority]}
              </span>
            )}
            {card.due_on && <DueDate day={card.due_on} />}
            {assignee && (
              <span className="ms-auto">
                <Avatar name={assignee.name || assignee.email} />
              </span>
            )}
          </div>
        )}
      </div>
    </div>
  );
});

const isHigh = (card: Card) => card.priority === 'high' || card.priority === 'urgent';

export const DropLine = () => (
  <div aria-hidden="true" className="absolute inset-x-0 -top-1.5 z-10 h-0.5 rounded-full bg-accent" />
);

function DueDate({ day }: { day: string }) {
  const overdue = day < today();
  return (
    <span className={`inline-flex items-center gap-1 ${overdue ? 'font-medium text-danger' : ''}`}>
      <CalendarClock size={12} strokeWidth={1.75} aria-hidden="true" />
      {overdue ? texts.overdue2(formatDueDate(day)) : formatDueDate(day)}
    </span>
  );
}
