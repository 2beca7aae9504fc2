import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { BoardChange } from '../../data/board-change.ts';
import { boardGroupsQuery } from '../../data/board-groups.ts';
import type { Card } from '../../data/board-order.ts';
import { temporaryId } from '../../lib/temporary-id.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useBoardContext } from './board-context.ts';
import { texts } from './texts.ts';

export interface SortDialogProps {
  open: boolean;
  onClose(): void;
}

/** Shows the lanes that the server proposes. Nothing changes before the person confirms them. */
export function SortDialog({ open, onClose }: SortDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={texts.sortByMeaning} description={texts.sortHint}>
      {open && <Proposal onClose={onClose} />}
    </Dialog>
  );
}

interface ProposedLane {
  name: string;
  cards: Card[];
}

function Proposal({ onClose }: { onClose(): void }) {
  const { projectId, findCards } = useBoardContext();
  const query = useQuery(boardGroupsQuery(projectId));
  if (query.isError) return <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Skeleton rows={5} label={texts.comparingTheCards} />;
  const { groups, compared_by, compared_count, has_more } = query.data;
  const lanes = groups
    .map(({ name, card_ids }) => ({ name, cards: findCards(card_ids) }))
    .filter(({ cards }) => cards.length > 1);
  if (lanes.length === 0) {
    return (
      <>
        <p className="text-soft">{texts.noSimilarCards}</p>
        <DialogActions>
          <Button onClick={onClose}>{texts.close}</Button>
        </DialogActions>
      </>
    );
  }
  return (
    <>
      {compared_by === 'words' && <p className="mb-3 text-sm text-soft">{texts.comparedByWords}</p>}
      {has_more && <p className="mb-3 text-sm text-soft">{texts.onlyTheFirstCards(compared_count)}</p>}
      <ProposedLanes lanes={lanes} onClose={onClose} />
    </>
  );
}

function ProposedLanes({ lanes, onClose }: { lanes: ProposedLane[]; onClose(): void }) {
  const { changeAll } = useBoardContext();
  const [names, setNames] = useState(lanes.map(({ name }) => name));
  const [skipped, setSkipped] = useState<ReadonlySet<number>>(new Set());
  const changes = lanes.flatMap(({ cards }, n): BoardChange[] => {
    const name = names[n]?.trim();
    if (skipped.has(n) || !name) return [];
    return [{ kind: 'create-lane', temporaryId: temporaryId(), name, cardIds: cards.map(({ id }) => id) }];
  });
  const toggle = (n: number) =>
    setSkipped((before) => {
      const next = new Set(before);
      if (!next.delete(n)) next.add(n);
      return next;
    });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        changeAll(changes);
        onClose();
      }}
    >
      <ul aria-label={texts.proposedLanes} className="max-h-[50dvh] space-y-3 overflow-y-auto p-1">
        {lanes.map(({ name, cards }, n) => (
          <li
            key={name}
            className={`rounded-lg border border-line p-3 ${skipped.has(n) ? 'opacity-60' : ''}`}
          >
            <div className="flex items-center gap-2">
              <Checkbox
                label={texts.createThisLane(name)}
                checked={!skipped.has(n)}
                onChange={() => toggle(n)}
              />
              <input
                aria-label={texts.nameOfTheLane}
                dir="auto"
                maxLength={100}
                value={names[n]}
                disabled={skipped.has(n)}
                onChange={(event) => setNames(names.with(n, event.target.value))}
                className="control min-w-0 flex-1 rounded-md border border-line bg-surface px-2 font-medium hover:border-edge focus:border-accent focus:outline-2 focus:outline-offset-0 focus:outline-accent/40"
              />
              <span className="shrink-0 text-sm text-soft">{texts.cards(cards.length)}</span>
            </div>
            <ul className="mt-2 space-y-1 ps-7 text-sm text-soft">
              {cards.map(({ id, title }) => (
                <li key={id} dir="auto" className="truncate">
                  {title}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-sm text-soft">{texts.otherCardsStay}</p>
      <DialogActions>
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Button variant="primary" type="submit" disabled={changes.length === 0}>
          {texts.createLanes(changes.length)}
        </Button>
      </DialogActions>
    </form>
  );
}
