import { type FormEvent, useState } from 'react';
import { failureReason } from '../../lib/errors.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea, TextField } from '../../ui/field.tsx';

interface QuoteFormProps {
  label: string;
  action: string;
  initial: string;
  multiline?: boolean;
  maxLength: number;
  /** Throws if the server refuses. */
  onSubmit(text: string): Promise<void>;
}

/** The name of a clip, the text of a note or the title of a card. A refused text stays in the field. */
export function QuoteForm({
  label,
  action,
  initial,
  multiline = false,
  maxLength,
  onSubmit,
}: QuoteFormProps) {
  const [text, setText] = useState(initial);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const submit = async (event?: FormEvent) => {
    event?.preventDefault();
    if (!text.trim() || busy) return;
    setBusy(true);
    try {
      await onSubmit(text.trim());
    } catch (caught) {
      setError(failureReason(caught));
      setBusy(false);
    }
  };
  const field = {
    label,
    error,
    value: text,
    maxLength,
    dir: 'auto',
    autoFocus: true,
    onFocus: ({ target }: React.FocusEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      target.select();
      // The browser scrolls to the end of the selection.
      requestAnimationFrame(() => {
        target.scrollLeft = 0;
      });
    },
  };
  return (
    <form onSubmit={(event) => void submit(event)} className="space-y-2 p-1">
      {multiline ? (
        <TextArea
          {...field}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) void submit();
          }}
        />
      ) : (
        <TextField {...field} onChange={(event) => setText(event.target.value)} />
      )}
      <Button type="submit" variant="primary" busy={busy} disabled={!text.trim()} className="w-full">
        {action}
      </Button>
    </form>
  );
}
