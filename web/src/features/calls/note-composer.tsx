import { type FormEvent, type KeyboardEvent, type RefObject, useState } from 'react';
import type { NewCallNote } from '../../data/call.ts';
import { formatTimecode } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { texts } from './texts.ts';
import type { RecordingClock } from './use-recording.ts';

interface NoteComposerProps {
  clock: RecordingClock | undefined;
  field: RefObject<HTMLTextAreaElement | null>;
  onSave(note: NewCallNote): void;
}

type Moment = Pick<NewCallNote, 'title' | 'file_id' | 'start_seconds'>;

/** The moment of a note is that of its first letter, on the recording's clock; the time of day if nothing is recorded. */
function momentNow(clock: RecordingClock | undefined): Moment {
  if (!clock) return { title: new Date().toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' }) };
  const seconds = Math.round((performance.now() - clock.startedAt) / 100) / 10;
  return { file_id: clock.fileId, start_seconds: Math.max(0, seconds) };
}

export function NoteComposer({ clock, field, onSave }: NoteComposerProps) {
  const [moment, setMoment] = useState<Moment>();
  const [text, setText] = useState('');
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (!text.trim()) return;
    onSave({ body: text.trim(), ...(moment ?? momentNow(clock)) });
    setMoment(undefined);
    setText('');
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) save(event);
    if (event.key === 'Escape') event.currentTarget.blur();
  };
  const { title, start_seconds } = moment ?? {};
  const time = start_seconds === undefined ? title : formatTimecode(start_seconds);
  return (
    <form onSubmit={save} className="flex items-end gap-2 border-t border-line p-3">
      <label className="min-w-0 flex-1">
        <span className="sr-only">{texts.note}</span>
        <span className="flex items-start gap-2 rounded-md border border-line bg-surface px-2.5 py-1.5 focus-within:border-accent">
          {time && <span className="py-0.5 text-sm text-accent tabular-nums">{time}</span>}
          <textarea
            ref={field}
            rows={1}
            value={text}
            maxLength={10_000}
            placeholder={texts.writeANote}
            aria-keyshortcuts="n"
            onKeyDown={onKeyDown}
            onChange={(event) => {
              setMoment(event.target.value === '' ? undefined : (moment ?? momentNow(clock)));
              setText(event.target.value);
            }}
            className="field-sizing-content max-h-40 min-h-6 w-full resize-none bg-transparent outline-none placeholder:text-soft"
          />
        </span>
      </label>
      <Button type="submit" disabled={!text.trim()}>
        {texts.saveNote}
      </Button>
    </form>
  );
}
