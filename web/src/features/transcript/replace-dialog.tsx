import { type FormEvent, useDeferredValue, useMemo, useState } from 'react';
import { isPending } from '../../data/transcript.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { Choice, TextField } from '../../ui/field.tsx';
import { useTranscript } from './context.ts';
import { replacementsOf } from './model/replace.ts';
import { ReplacePreview } from './replace-preview.tsx';
import { texts } from './replace-texts.ts';
import { useChangeSegments } from './use-change-segments.ts';

interface ReplaceDialogProps {
  /** What the person was looking for. */
  words: string;
  onClose(): void;
}

/** Replaces words in the whole transcript. Every change is shown before; any of them can be left out. */
export function ReplaceDialog({ words: initial, onClose }: ReplaceDialogProps) {
  const { list } = useTranscript();
  const change = useChangeSegments();
  const [words, setWords] = useState(initial);
  const [by, setBy] = useState('');
  const [exactCase, setExactCase] = useState(false);
  const [wholeWords, setWholeWords] = useState(false);
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set());
  const [busy, setBusy] = useState(false);
  // Typing stays quick while thousands of segments are searched.
  const [shownWords, shownBy] = [useDeferredValue(words), useDeferredValue(by)];
  const found = useMemo(
    () =>
      replacementsOf(
        list.segments.filter((segment) => !isPending(segment)),
        shownWords,
        shownBy,
        { exactCase, wholeWords },
      ),
    [list, shownWords, shownBy, exactCase, wholeWords],
  );
  const chosen = found.filter(({ segment }) => !leftOut.has(segment.id));
  const count = chosen.reduce((sum, one) => sum + one.count, 0);
  const isCurrent = shownWords === words && shownBy === by;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (count === 0 || !isCurrent || busy) return;
    setBusy(true);
    const name = texts.replacement(words.trim());
    const saved = await change(
      { name, done: texts.replaced(count, chosen.length) },
      chosen.map(({ segment, text }) => ({ segment, text })),
    );
    setBusy(false);
    if (saved) onClose();
  };
  return (
    <Dialog open onClose={onClose} title={texts.title} size="wide">
      <form onSubmit={(event) => void submit(event)} className="space-y-4">
        <div className="grid gap-3 sm:grid-cols-2">
          <TextField
            label={texts.find}
            dir="auto"
            maxLength={200}
            value={words}
            onChange={({ target }) => setWords(target.value)}
          />
          <TextField
            label={texts.replaceBy}
            dir="auto"
            autoFocus={initial !== ''}
            maxLength={1_000}
            value={by}
            onChange={({ target }) => setBy(target.value)}
          />
        </div>
        <div className="grid gap-2 sm:grid-cols-2">
          <Choice
            type="checkbox"
            title={texts.wholeWords}
            checked={wholeWords}
            onChange={({ target }) => setWholeWords(target.checked)}
          />
          <Choice
            type="checkbox"
            title={texts.exactCase}
            checked={exactCase}
            onChange={({ target }) => setExactCase(target.checked)}
          />
        </div>
        <p role="status" className="text-sm text-soft">
          {words.trim() === '' ? texts.hint : texts.changes(count, chosen.length)}
        </p>
        {found.length > 0 && (
          <ReplacePreview
            found={found}
            by={shownBy}
            leftOut={leftOut}
            onToggle={(id) =>
              setLeftOut((before) => {
                const next = new Set(before);
                if (!next.delete(id)) next.add(id);
                return next;
              })
            }
          />
        )}
        <DialogActions>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button type="submit" variant="primary" busy={busy} disabled={count === 0 || !isCurrent}>
            {texts.replace(count)}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
