import { type FormEvent, useRef, useState } from 'react';
import { addNote } from '../../data/calls.ts';
import { errorMessage } from '../../lib/errors.ts';
import { Button } from '../../ui/button.tsx';

/** Notes during the call. Each has the time since this researcher joined, when the first letter was written. */
export function CallNotes({ projectId, sessionId }: { projectId: string; sessionId: string }) {
  const joinedAt = useRef(performance.now());
  const writtenAt = useRef<number>(undefined);
  const [text, setText] = useState('');
  const [status, setStatus] = useState('');

  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (!text.trim()) return;
    const seconds = Math.floor(((writtenAt.current ?? performance.now()) - joinedAt.current) / 1000);
    const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
    try {
      await addNote(projectId, sessionId, `At ${time}`, text);
      setText('');
      writtenAt.current = undefined;
      setStatus(`Saved at ${time}.`);
    } catch (error) {
      setStatus(errorMessage(error));
    }
  };

  return (
    <form onSubmit={(event) => void save(event)} className="grid gap-2">
      <label className="grid gap-1 text-sm">
        Note
        <textarea
          className="min-h-20 rounded-lg border border-line bg-surface p-2"
          value={text}
          maxLength={10_000}
          onChange={(event) => {
            writtenAt.current ??= performance.now();
            setText(event.target.value);
          }}
        />
      </label>
      <div className="flex items-center gap-3">
        <Button type="submit">Save note</Button>
        <span role="status" className="text-sm text-soft">
          {status}
        </span>
      </div>
    </form>
  );
}
