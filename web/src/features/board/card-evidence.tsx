import { ArrowDown, ArrowUp, GripVertical, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { type Card, moveEvidence } from '../../data/board-order.ts';
import { IconButton } from '../../ui/button.tsx';
import { dropLine, useDragOrder } from '../../ui/use-drag-order.ts';
import { MomentLink, MomentName, SpanPlayer } from '../media/index.ts';
import { useBoardContext } from './board-context.ts';
import { texts } from './texts.ts';

type Evidence = Card['evidence'][number];

/** The passages that support the card. They play where they stand, and move by their handle or with buttons. */
export const CardEvidence = ({ card }: { card: Card }) =>
  card.evidence.length > 0 && <EvidenceList card={card} />;

function EvidenceList({ card }: { card: Card }) {
  const { canEdit, change } = useBoardContext();
  const list = useRef<HTMLOListElement>(null);
  const { evidence } = card;
  const set = (changed: Evidence[]) =>
    change({ kind: 'change-card', cardId: card.id, patch: { evidence: changed } });
  const move = (from: number, to: number) => set(moveEvidence(evidence, from, to));
  // The focus follows a passage that was moved by a button, and goes to the next one after a removal.
  const focus = useRef<{ place: number; action: 'up' | 'down' | 'remove' }>(undefined);
  useEffect(() => {
    if (!focus.current) return;
    const { place, action } = focus.current;
    focus.current = undefined;
    const row = list.current?.children[Math.min(place, evidence.length - 1)];
    const button = row?.querySelector<HTMLElement>(`[data-action="${action}"]:enabled`);
    (button ?? row?.querySelector<HTMLElement>('[data-action]:enabled'))?.focus();
  }, [evidence]);
  const { dragged, edgeOf } = useDragOrder(list, {
    count: evidence.length,
    lifts: (pressed) => canEdit && pressed.closest('[data-handle]') !== null,
    onMove: move,
  });
  return (
    <section aria-label={texts.evidence} className="space-y-3">
      <h3 className="text-sm font-medium text-soft">{texts.evidence}</h3>
      <ol ref={list} className="space-y-3">
        {evidence.map((item, place) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: evidence has no id, and its order is the user's
            key={place}
            data-place={place}
            className={`rounded-lg border border-line bg-surface p-3 ${dropLine(edgeOf(place))} ${dragged === place ? 'opacity-40' : ''}`}
          >
            <figure className="space-y-2">
              <Passage card={card} item={item} />
              {canEdit && (
                <div className="flex items-center justify-end gap-1">
                  {evidence.length > 1 && (
                    <>
                      <GripVertical
                        data-handle
                        size={16}
                        strokeWidth={1.75}
                        aria-hidden="true"
                        className="me-auto cursor-grab touch-none text-soft pointer-coarse:hidden"
                      />
                      <IconButton
                        label={texts.movePassageUp(place + 1)}
                        disabled={place === 0}
                        data-action="up"
                        onClick={() => {
                          focus.current = { place: place - 1, action: 'up' };
                          move(place, place - 1);
                        }}
                      >
                        <ArrowUp size={16} strokeWidth={1.75} />
                      </IconButton>
                      <IconButton
                        label={texts.movePassageDown(place + 1)}
                        disabled={place === evidence.length - 1}
                        data-action="down"
                        onClick={() => {
                          focus.current = { place: place + 1, action: 'down' };
                          move(place, place + 1);
                        }}
                      >
                        <ArrowDown size={16} strokeWidth={1.75} />
                      </IconButton>
                    </>
                  )}
                  <IconButton
                    label={texts.removePassage(place + 1)}
                    data-action="remove"
                    onClick={() => {
                      focus.current = { place, action: 'remove' };
                      set(evidence.toSpliced(place, 1));
                    }}
                  >
                    <X size={16} strokeWidth={1.75} />
                  </IconButton>
                </div>
              )}
            </figure>
          </li>
        ))}
      </ol>
    </section>
  );
}

const Passage = ({ card, item }: { card: Card; item: Evidence }) => (
  <>
    {item.quote && (
      <blockquote dir="auto" className="font-serif text-md">
        “{item.quote}”
      </blockquote>
    )}
    <figcaption className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-soft">
      {item.speaker && <span dir="auto">{item.speaker}</span>}
      {item.file_id && !item.source_deleted && (
        <MomentLink projectId={card.project_id} fileId={item.file_id} seconds={item.start_seconds}>
          <MomentName fileId={item.file_id} seconds={item.start_seconds} />
        </MomentLink>
      )}
      {item.source_deleted && <span>{texts.theFileWasDeleted}</span>}
      {item.detached && <span>{texts.theTranscriptNoLongerContains}</span>}
    </figcaption>
    {item.file_id && !item.source_deleted && item.start_seconds !== null && item.end_seconds !== null && (
      <SpanPlayer
        fileId={item.file_id}
        startSeconds={item.start_seconds}
        endSeconds={item.end_seconds}
        label={item.quote ?? card.title}
      />
    )}
  </>
);
