import { useState } from 'react';
import { isUnsaved } from '../../data/board-change.ts';
import type { Lane } from '../../data/board-order.ts';
import { formatCount } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { Choice, SelectField } from '../../ui/field.tsx';
import { useBoardContext } from './board-context.ts';

interface DeleteLaneDialogProps {
  lane: Lane;
  cardCount: number;
  open: boolean;
  onClose(): void;
}

export function DeleteLaneDialog({ lane, cardCount, open, onClose }: DeleteLaneDialogProps) {
  const { lanes, change } = useBoardContext();
  const others = lanes.filter((other) => other.id !== lane.id && !isUnsaved(other));
  const [cards, setCards] = useState<'move' | 'delete'>('move');
  const [destination, setDestination] = useState('');
  const moves = cardCount > 0 && cards === 'move' && others.length > 0;
  const moveCardsTo = destination || others[0]?.id;

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={`Delete “${lane.name}”?`}
      description={
        cardCount === 0
          ? 'The lane has no cards.'
          : `The lane has ${formatCount(cardCount, 'card')}. This can’t be undone.`
      }
    >
      {cardCount > 0 && (
        <div className="space-y-3">
          {others.length > 0 && (
            <Choice
              type="radio"
              name="cards"
              title="Move the cards to another lane"
              checked={cards === 'move'}
              onChange={() => setCards('move')}
            />
          )}
          {moves && (
            <SelectField
              label="Lane for the cards"
              value={moveCardsTo}
              onChange={(event) => setDestination(event.target.value)}
            >
              {others.map((other) => (
                <option key={other.id} value={other.id}>
                  {other.name}
                </option>
              ))}
            </SelectField>
          )}
          <Choice
            type="radio"
            name="cards"
            title="Delete the cards too"
            checked={!moves}
            onChange={() => setCards('delete')}
          />
        </div>
      )}
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          variant="danger"
          onClick={() => {
            change({
              kind: 'delete-lane',
              laneId: lane.id,
              ...(moves && moveCardsTo ? { moveCardsTo } : {}),
            });
            onClose();
          }}
        >
          {cardCount > 0 && !moves ? 'Delete lane and cards' : 'Delete lane'}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
