import { useState } from 'react';
import { isUnsaved } from '../../data/board-change.ts';
import type { Lane } from '../../data/board-order.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { Choice } from '../../ui/field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { useBoardContext } from './board-context.ts';
import { texts } from './texts.ts';

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
      title={texts.delete2(lane.name)}
      description={cardCount === 0 ? texts.theLaneHasNoCards : texts.theLaneHas(cardCount)}
    >
      {cardCount > 0 && (
        <div className="space-y-3">
          {others.length > 0 && (
            <Choice
              type="radio"
              name="cards"
              title={texts.moveTheCardsToAnother}
              checked={cards === 'move'}
              onChange={() => setCards('move')}
            />
          )}
          {moves && (
            <SelectField
              label={texts.laneForTheCards}
              value={moveCardsTo}
              onChange={setDestination}
              options={others.map(({ id, name }) => ({ value: id, name }))}
            />
          )}
          <Choice
            type="radio"
            name="cards"
            title={texts.deleteTheCardsToo}
            checked={!moves}
            onChange={() => setCards('delete')}
          />
        </div>
      )}
      <DialogActions>
        <Button onClick={onClose}>{texts.cancel}</Button>
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
          {cardCount > 0 && !moves ? texts.deleteLaneAndCards : texts.deleteLane}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
