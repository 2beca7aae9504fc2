import { type FormEvent, useState } from 'react';
import { formatTimecode } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { panelTexts as texts } from './panel-texts.ts';

interface NoteEditorProps {
  /** The text survives a reload under this name until it is saved. */
  draftKey: string;
  initial?: string;
  /** The moment that the note is about. */
  seconds: number | null;
  busy: boolean;
  /** Call `done` when the note is saved: it deletes the draft. */
  onSave(body: string, done: () => void): void;
  onCancel(): void;
}

/** ⌘↵ saves, Escape cancels. */
export function NoteEditor({ draftKey, initial = '', seconds, busy, onSave, onCancel }: NoteEditorProps) {
  const [body, setBody] = useState(() => sessionStorage.getItem(draftKey) ?? initial);
  const discard = () => sessionStorage.removeItem(draftKey);
  const save = () => {
    if (body.trim() !== '' && !busy) onSave(body, discard);
  };
  const cancel = () => {
    discard();
    onCancel();
  };
  return (
    <form
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        save();
      }}
      className="space-y-2 rounded-lg border border-line bg-surface p-2"
    >
      <textarea
        // biome-ignore lint/a11y/noAutofocus: the person has asked to write.
        autoFocus
        aria-label={seconds === null ? texts.note : texts.noteAt(formatTimecode(seconds))}
        placeholder={seconds === null ? texts.noteMarkdown : texts.noteAtMarkdown(formatTimecode(seconds))}
        dir="auto"
        rows={4}
        maxLength={50_000}
        value={body}
        onChange={({ target }) => {
          setBody(target.value);
          sessionStorage.setItem(draftKey, target.value);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) save();
          else if (event.key === 'Escape') cancel();
          else return;
          event.preventDefault();
          event.stopPropagation();
        }}
        className="block w-full resize-y rounded bg-transparent px-1 placeholder:text-soft focus:outline-none"
      />
      <div className="flex justify-end gap-2">
        <Button variant="bare" onClick={cancel}>
          {texts.cancel}
        </Button>
        <Button type="submit" variant="primary" busy={busy} disabled={body.trim() === ''}>
          {texts.save}
        </Button>
      </div>
    </form>
  );
}
