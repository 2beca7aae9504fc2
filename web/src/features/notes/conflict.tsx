import type { Note } from '../../data/notes.ts';
import { Button } from '../../ui/button.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { texts } from './texts.ts';

interface ConflictProps {
  theirs: Note;
  onKeepMine(): void;
  onUseTheirs(): void;
}

/** Shows the other text above the own one; nothing is lost until one is chosen. */
export const Conflict = ({ theirs, onKeepMine, onUseTheirs }: ConflictProps) => (
  <section role="alert" className="mb-3 rounded-lg border border-edge bg-sunken p-4">
    <p className="font-medium">{texts.someoneChangedThisNoteWhile}</p>
    <p className="mt-1 text-sm text-soft">{texts.yourTextIsBelowAnd}</p>
    <div dir="auto" className="mt-2 max-h-60 overflow-y-auto rounded-md border border-line bg-surface p-3">
      {theirs.title && <p className="mb-1 font-serif text-lg">{theirs.title}</p>}
      <Markdown text={theirs.body} />
    </div>
    <div className="mt-3 flex flex-wrap gap-2">
      <Button variant="primary" onClick={onKeepMine}>
        {texts.keepMyText}
      </Button>
      <Button onClick={onUseTheirs}>{texts.useTheirText}</Button>
    </div>
  </section>
);
