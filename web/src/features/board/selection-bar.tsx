import { useState } from 'react';
import { formatCount } from '../../lib/format.ts';
import { temporaryId } from '../../lib/temporary-id.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Menu } from '../../ui/menu.tsx';
import { useBoardContext } from './board-context.ts';
import { MoveTo } from './card-menu.tsx';

interface SelectionBarProps {
  /** In board order. */
  cardIds: string[];
  onClear(): void;
}

/** What can be done with the selected cards. */
export function SelectionBar({ cardIds, onClear }: SelectionBarProps) {
  const { change, deleteCards } = useBoardContext();
  const [isGrouping, setGrouping] = useState(false);
  const [name, setName] = useState('');
  const group = () => {
    if (!name.trim()) return;
    change({ kind: 'create-lane', temporaryId: temporaryId(), name: name.trim(), cardIds });
    setGrouping(false);
    setName('');
    onClear();
  };
  if (cardIds.length === 0) return null;
  return (
    <section
      aria-label="Selected cards"
      className="animate-appear fixed inset-x-3 bottom-[calc(4.25rem+env(safe-area-inset-bottom)+var(--offline-bar-height,0px))] z-20 mx-auto flex w-fit max-w-[calc(100vw-1.5rem)] flex-wrap items-center justify-center gap-2 rounded-xl border border-line bg-raised p-2 shadow-xl md:bottom-[calc(1.5rem+var(--offline-bar-height,0px))]"
    >
      <span className="px-2 text-sm font-medium">{formatCount(cardIds.length, 'card')} selected</span>
      <Button onClick={() => setGrouping(true)}>Group in a new lane…</Button>
      <Menu trigger={<Button>Move</Button>}>
        <MoveTo
          onMove={(laneId) => {
            for (const cardId of cardIds) change({ kind: 'move-card', cardId, to: { laneId } });
            onClear();
          }}
        />
      </Menu>
      <Button
        variant="danger"
        onClick={() => {
          deleteCards(cardIds);
          onClear();
        }}
      >
        Delete
      </Button>
      <Button variant="bare" onClick={onClear}>
        Clear
      </Button>
      <Dialog
        open={isGrouping}
        onClose={() => setGrouping(false)}
        title="Group in a new lane"
        description={`${formatCount(cardIds.length, 'card')} will be moved to it.`}
      >
        <form
          onSubmit={(event) => {
            event.preventDefault();
            group();
          }}
        >
          <TextField
            label="Name"
            dir="auto"
            maxLength={100}
            required
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
          <DialogActions>
            <Button onClick={() => setGrouping(false)}>Cancel</Button>
            <Button variant="primary" type="submit" disabled={!name.trim()}>
              Create lane
            </Button>
          </DialogActions>
        </form>
      </Dialog>
    </section>
  );
}
