import { useState } from 'react';
import type { Card } from '../../data/board-order.ts';
import { Button } from '../../ui/button.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { useBoardContext } from './board-context.ts';
import { texts } from './texts.ts';

interface Draft {
  text: string;
  /** The text when editing began: if it differs from the card’s text now, someone else has changed it. */
  from: string;
}

export function CardBody({ card }: { card: Card }) {
  const { canEdit, change } = useBoardContext();
  const [draft, setDraft] = useState<Draft>();
  const current = card.body ?? '';
  const save = (text: string) => {
    if (text !== current)
      change({ kind: 'change-card', cardId: card.id, patch: { body: text.trim() ? text : null } });
    setDraft(undefined);
  };

  if (!draft) {
    return (
      <section aria-label={texts.text} className="space-y-2">
        {current && <Markdown text={current} />}
        {canEdit && (
          <Button
            variant={current ? 'bare' : 'quiet'}
            className={current ? '-ms-3' : ''}
            onClick={() => setDraft({ text: current, from: current })}
          >
            {current ? texts.editText : texts.addText}
          </Button>
        )}
      </section>
    );
  }
  const conflict = draft.from !== current;
  return (
    <section aria-label={texts.text} className="space-y-2">
      <textarea
        // biome-ignore lint/a11y/noAutofocus: the user has just asked for this field
        autoFocus
        aria-label={texts.textOfTheCard}
        dir="auto"
        rows={8}
        maxLength={50_000}
        value={draft.text}
        onChange={(event) => setDraft({ ...draft, text: event.target.value })}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.metaKey || event.ctrlKey) && !conflict) save(draft.text);
          // Escape closes the sheet; what was typed must not go with it.
          if (event.key === 'Escape') {
            event.stopPropagation();
            if (draft.text === draft.from) setDraft(undefined);
          }
        }}
        className="block w-full rounded-md border border-edge/60 bg-surface p-2.5 [field-sizing:content] focus:border-accent focus:outline-2 focus:outline-offset-0 focus:outline-accent/40"
      />
      {conflict ? (
        <div role="alert" className="space-y-2 rounded-lg border border-line bg-sunken p-3 text-sm">
          <p className="font-medium">{texts.someoneElseChangedThisText}</p>
          <blockquote dir="auto" className="max-h-32 overflow-y-auto whitespace-pre-wrap text-soft">
            {current || texts.empty}
          </blockquote>
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => save(draft.text)}>{texts.saveMine}</Button>
            <Button onClick={() => setDraft(undefined)}>{texts.useTheirs}</Button>
            <Button onClick={() => setDraft({ text: `${current}\n\n${draft.text}`, from: current })}>
              {texts.combineBoth}
            </Button>
          </div>
        </div>
      ) : (
        <div className="flex items-center gap-2">
          <Button variant="primary" onClick={() => save(draft.text)}>
            {texts.save}
          </Button>
          <Button variant="bare" onClick={() => setDraft(undefined)}>
            {texts.cancel}
          </Button>
          <span className="text-sm text-soft">{texts.markdownWorksHere}</span>
        </div>
      )}
    </section>
  );
}
