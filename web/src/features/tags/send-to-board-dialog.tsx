import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type CardsOfTag, deleteCards, sendHighlights, sentMax } from '../../data/highlight-cards.ts';
import { keys } from '../../data/keys.ts';
import { lanesQuery } from '../../data/lanes.ts';
import type { Tag } from '../../data/tags.ts';
import { failureReason } from '../../lib/errors.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { Choice } from '../../ui/field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useUndo } from '../../ui/undo.tsx';
import { texts } from './texts.ts';

export interface SendToBoardProps {
  projectId: string;
  tag: Tag;
  open: boolean;
  onClose(): void;
}

/** Makes cards of all highlights of a tag. */
export function SendToBoardDialog({ projectId, tag, open, onClose }: SendToBoardProps) {
  const lanes = useQuery({ ...lanesQuery(projectId), enabled: open }).data ?? [];
  const [cards, setCards] = useState<CardsOfTag>('one');
  const [chosen, setLane] = useState<string>();
  const laneId = chosen ?? lanes[0]?.id;
  const send = useSendToBoard(projectId, tag);
  const choice = { type: 'radio', name: 'cards' } as const;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={texts.sendToTheBoard}
      {...(tag.usage_count > sentMax ? { description: texts.newestAreSent(sentMax) } : {})}
    >
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!laneId) return;
          send(cards, laneId);
          onClose();
        }}
      >
        <div className="space-y-2">
          <Choice
            {...choice}
            title={texts.oneCard}
            description={texts.oneCardHint(tag.name)}
            checked={cards === 'one'}
            onChange={() => setCards('one')}
          />
          <Choice
            {...choice}
            title={texts.cardForEach}
            description={texts.cardForEachHint}
            checked={cards === 'each'}
            onChange={() => setCards('each')}
          />
        </div>
        <SelectField
          label={texts.lane}
          value={laneId ?? ''}
          onChange={setLane}
          options={lanes.map(({ id, name }) => ({ value: id, name }))}
        />
        <DialogActions>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button type="submit" variant="primary" disabled={!laneId}>
            {texts.send}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

function useSendToBoard(projectId: string, tag: Tag) {
  const client = useQueryClient();
  const toast = useToast();
  const { add } = useUndo();
  const refresh = () => client.invalidateQueries({ queryKey: keys.board(projectId) });
  return (cards: CardsOfTag, laneId: string) => {
    const run = async () => {
      try {
        return await sendHighlights(projectId, tag, cards, laneId);
      } finally {
        void refresh();
      }
    };
    const work = run().then(({ ids, highlights }) => {
      let created = ids;
      return {
        done: texts.sentToTheBoard(highlights, ids.length),
        undone: texts.cardsDeleted(ids.length),
        redone: texts.sentToTheBoard(highlights, ids.length),
        undo: () => deleteCards(created).finally(refresh),
        redo: async () => {
          created = (await run()).ids;
        },
      };
    });
    work.catch((error: unknown) => toast({ text: texts.nothingWasSent(failureReason(error)) }));
    add(work);
  };
}
