import { Trash2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { isUnsaved } from '../../data/board-change.ts';
import type { Card } from '../../data/board-order.ts';
import { formatDate } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Comments } from '../comments/index.ts';
import { useBoardContext } from './board-context.ts';
import { CardBody } from './card-body.tsx';
import { CardEvidence } from './card-evidence.tsx';
import { CardFields } from './card-fields.tsx';
import { texts } from './texts.ts';

interface CardSheetProps {
  /** Undefined if the URL names a card that is not on the board. */
  card: Card | undefined;
  /** The comment that the address names. */
  comment: string | undefined;
  onClose(): void;
}

/** Everything about one card. Its address is the URL of the board with `?card=`. */
export function CardSheet({ card, comment, onClose }: CardSheetProps) {
  const { canEdit, deleteCards } = useBoardContext();
  if (!card) {
    return (
      <Sheet open onClose={onClose} title={texts.cardNotFound} side="end" returnFocusTo={() => tileOf()}>
        <p className="text-soft">{texts.theCardWasDeletedOr}</p>
      </Sheet>
    );
  }
  return (
    <Sheet open onClose={onClose} title={texts.card} side="end" returnFocusTo={() => tileOf(card.id)}>
      <div className="space-y-5">
        <CardTitle card={card} />
        <CardFields card={card} />
        <CardBody card={card} />
        <CardEvidence card={card} />
        {!isUnsaved(card) && (
          <Suspense>
            <Comments projectId={card.project_id} target={{ type: 'card', id: card.id }} focused={comment} />
          </Suspense>
        )}
        <footer className="flex items-center justify-between gap-3 border-t border-line pt-3 text-sm text-soft">
          <span>{card.created_at && texts.createdOn(formatDate(card.created_at))}</span>
          {canEdit && (
            <Button
              variant="danger"
              onClick={() => {
                onClose();
                deleteCards([card.id]);
              }}
            >
              <Trash2 size={16} strokeWidth={1.75} aria-hidden="true" /> {texts.deleteCard}
            </Button>
          )}
        </footer>
      </div>
    </Sheet>
  );
}

/** The card on the board. The heading of the page if the board does not show it. */
const tileOf = (cardId = '') =>
  document.querySelector<HTMLElement>(`[data-card="${CSS.escape(cardId)}"] [data-tile]`) ??
  document.querySelector<HTMLElement>('h1');

function CardTitle({ card }: { card: Card }) {
  const { canEdit, change } = useBoardContext();
  const [draft, setDraft] = useState<string>();
  if (!canEdit) {
    return (
      <h2 dir="auto" className="font-serif text-lg">
        {card.title}
      </h2>
    );
  }
  const save = () => {
    const title = draft?.trim();
    if (title && title !== card.title) change({ kind: 'change-card', cardId: card.id, patch: { title } });
    setDraft(undefined);
  };
  return (
    <textarea
      aria-label={texts.title}
      dir="auto"
      rows={1}
      maxLength={300}
      value={draft ?? card.title}
      onChange={(event) => setDraft(event.target.value.replaceAll('\n', ' '))}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
          event.preventDefault();
          event.currentTarget.blur();
        }
      }}
      className="-mx-2 block w-[calc(100%+1rem)] resize-none rounded-md border border-transparent bg-transparent px-2 py-1 font-serif text-lg [field-sizing:content] hover:border-line focus:border-accent focus:outline-2 focus:outline-offset-0 focus:outline-accent/40"
    />
  );
}
