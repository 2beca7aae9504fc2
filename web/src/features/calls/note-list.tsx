import { Link } from '@tanstack/react-router';
import type { NewCallNote, SessionNote } from '../../data/call.ts';
import { formatTimecode } from '../../lib/format.ts';
import { texts } from './texts.ts';

interface NoteListProps {
  notes: SessionNote[];
  unsent: NewCallNote[];
  /** During the call a click must not leave the page. */
  hasLinks?: boolean;
}

/** Notes with their time on the recording's clock, or the time of day if there was no recording. */
export function NoteList({ notes, unsent, hasLinks = false }: NoteListProps) {
  if (notes.length === 0 && unsent.length === 0)
    return <p className="px-4 py-3 text-soft">{texts.noNotesYet}</p>;
  return (
    <ol className="divide-y divide-line">
      {notes.map((note) => (
        <li key={note.id} className="flex gap-3 px-4 py-2.5">
          <Time note={note} hasLinks={hasLinks} />
          <p dir="auto" className="min-w-0 flex-1 whitespace-pre-wrap">
            {note.body}
          </p>
        </li>
      ))}
      {unsent.map((note, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: notes are sent in their order and have no id before.
        <li key={index} className="flex gap-3 px-4 py-2.5">
          <span className="w-12 shrink-0 text-sm text-soft tabular-nums">{timeOf(note)}</span>
          <p dir="auto" className="min-w-0 flex-1 whitespace-pre-wrap">
            {note.body}
            <span className="block text-sm text-soft">{texts.waitsToBeSaved}</span>
          </p>
        </li>
      ))}
    </ol>
  );
}

const timeOf = ({ title, start_seconds }: { title?: string | null; start_seconds?: number | null }) =>
  typeof start_seconds === 'number' ? formatTimecode(start_seconds) : (title ?? '');

function Time({ note, hasLinks }: { note: SessionNote; hasLinks: boolean }) {
  const style = 'w-12 shrink-0 text-sm tabular-nums';
  if (!hasLinks || note.file_id === null || note.start_seconds === null)
    return (
      <span className={`${style} ${note.start_seconds === null ? 'text-soft' : 'text-accent'}`}>
        {timeOf(note)}
      </span>
    );
  return (
    <Link
      to="/projects/$projectId/files/$fileId"
      params={{ projectId: note.project_id, fileId: note.file_id }}
      search={{ t: note.start_seconds }}
      className={`${style} font-medium text-accent hover:underline`}
    >
      {timeOf(note)}
    </Link>
  );
}
