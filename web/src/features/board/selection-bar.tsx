import { useState } from 'react';
import { temporaryId } from '../../lib/temporary-id.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Menu, MenuHeading, MenuItem } from '../../ui/menu.tsx';
import { useBoardContext } from './board-context.ts';
import { MoveTo } from './card-menu.tsx';
import { texts } from './texts.ts';

interface SelectionBarProps {
  /** In board order. */
  cardIds: string[];
  onClear(): void;
}

/** What can be done with the selected cards. */
export function SelectionBar({ cardIds, onClear }: SelectionBarProps) {
  const { change, changeAll, deleteCards, mergeCards, findCards } = useBoardContext();
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
      aria-label={texts.selectedCards}
      className="animate-appear fixed inset-x-3 bottom-[calc(var(--bottom-area)+0.75rem+var(--offline-bar-height,0px))] z-20 mx-auto flex w-fit max-w-[calc(100vw-1.5rem)] flex-wrap items-center justify-center gap-2 rounded-xl border border-line bg-raised p-2 shadow-xl md:bottom-[calc(var(--bottom-area)+1.5rem+var(--offline-bar-height,0px))]"
    >
      <span className="px-2 text-sm font-medium">{texts.selected(cardIds.length)}</span>
      <Button onClick={() => setGrouping(true)}>{texts.groupInANewLane}</Button>
      <Menu trigger={<Button>{texts.move}</Button>}>
        <MoveTo
          onMove={(laneId) => {
            changeAll(cardIds.map((cardId) => ({ kind: 'move-card', cardId, to: { laneId } })));
            onClear();
          }}
        />
      </Menu>
      {cardIds.length > 1 && (
        <Menu trigger={<Button>{texts.merge}</Button>}>
          <MenuHeading>{texts.whichCardRemains}</MenuHeading>
          {findCards(cardIds).map(({ id, title }) => (
            <MenuItem
              key={id}
              onSelect={() => {
                mergeCards(id, cardIds);
                onClear();
              }}
            >
              <span className="max-w-64 min-w-0 truncate" dir="auto">
                {title}
              </span>
            </MenuItem>
          ))}
        </Menu>
      )}
      <Button
        variant="danger"
        onClick={() => {
          deleteCards(cardIds);
          onClear();
        }}
      >
        {texts.delete}
      </Button>
      <Button variant="bare" onClick={onClear}>
        {texts.clear}
      </Button>
      <Dialog
        open={isGrouping}
        onClose={() => setGrouping(false)}
        title={texts.groupInANewLane2}
        description={texts.willBeMovedToIt(cardIds.length)}
      >
        <form
          onSubmit={(event) => {
            event.preventDefault();
            group();
          }}
        >
          <TextField
            label={texts.name}
            dir="auto"
            maxLength={100}
            required
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
          <DialogActions>
            <Button onClick={() => setGrouping(false)}>{texts.cancel}</Button>
            <Button variant="primary" type="submit" disabled={!name.trim()}>
              {texts.createLane}
            </Button>
          </DialogActions>
        </form>
      </Dialog>
    </section>
  );
}
