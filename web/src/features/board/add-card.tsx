import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { temporaryId } from '../../lib/temporary-id.ts';
import { useBoardContext } from './board-context.ts';
import { texts } from './texts.ts';

/** Enter adds the card and keeps the field for the next one; Escape closes it. */
export function AddCard({ laneId, laneName }: { laneId: string; laneName: string }) {
  const { change } = useBoardContext();
  const [title, setTitle] = useState<string | null>(null);
  const button = useRef<HTMLButtonElement>(null);

  const add = () => {
    const text = (title ?? '').trim();
    if (!text) return;
    change({ kind: 'create-card', temporaryId: temporaryId(), laneId, title: text }, () =>
      setTitle((current) => current || text),
    );
    setTitle('');
  };
  if (title === null) {
    return (
      <button
        ref={button}
        type="button"
        aria-label={texts.addACardTo(laneName)}
        onClick={() => setTitle('')}
        className="control m-1 flex items-center gap-1.5 rounded-md px-2 text-start text-soft hover:bg-line/50 hover:text-ink"
      >
        <Plus size={16} strokeWidth={1.75} aria-hidden="true" /> {texts.addACard}
      </button>
    );
  }
  return (
    <div className="p-2">
      <textarea
        // biome-ignore lint/a11y/noAutofocus: the user has just asked for this field
        autoFocus
        aria-label={texts.titleOfTheNewCard(laneName)}
        dir="auto"
        rows={2}
        maxLength={300}
        value={title}
        placeholder={texts.titleEnterAddsIt}
        onChange={(event) => setTitle(event.target.value.replaceAll('\n', ' '))}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
            event.preventDefault();
            add();
          }
          if (event.key === 'Escape') {
            setTitle(null);
            requestAnimationFrame(() => button.current?.focus());
          }
        }}
        onBlur={() => {
          add();
          setTitle(null);
        }}
        className="block w-full resize-none rounded-lg border border-edge/60 bg-surface p-2.5 placeholder:text-soft focus:border-accent focus:outline-2 focus:outline-offset-0 focus:outline-accent/40"
      />
    </div>
  );
}
