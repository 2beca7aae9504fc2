import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { cardTitlesQuery } from '../../data/highlight-changes.ts';
import { Button } from '../../ui/button.tsx';
import { PickList } from '../../ui/pick-list.tsx';
import { QuoteForm } from './quote-form.tsx';
import { texts } from './texts.ts';

interface CardFormProps {
  projectId: string;
  initial: string;
  onCreate(title: string): Promise<void>;
  onAdd(card: { id: string; title: string }): void;
}

/** A new card with the selected words, or the choice of a card that gets them. */
export function CardForm({ projectId, initial, onCreate, onAdd }: CardFormProps) {
  const [choosesCard, setChoosesCard] = useState(false);
  const { data: cards = [] } = useQuery(cardTitlesQuery(projectId));
  if (choosesCard) {
    return (
      <PickList
        label={texts.findCard}
        options={cards.map(({ id, title }) => ({ id, name: title }))}
        selected={[]}
        onToggle={(id) => {
          const card = cards.find((one) => one.id === id);
          if (card) onAdd(card);
        }}
      />
    );
  }
  return (
    <>
      <QuoteForm
        label={texts.cardTitle}
        action={texts.addCard}
        initial={initial}
        maxLength={300}
        onSubmit={onCreate}
      />
      {cards.length > 0 && (
        <div className="p-1">
          <Button className="w-full" onClick={() => setChoosesCard(true)}>
            {texts.addToExistingCard}
          </Button>
        </div>
      )}
    </>
  );
}
