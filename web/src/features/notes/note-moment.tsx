import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Note } from '../../data/notes.ts';
import { playableFileQuery } from '../../data/playable-file.ts';
import { formatTimecode } from '../../lib/format.ts';
import { SpanPlayer } from '../media/index.ts';

/** A note at one moment plays this much of the recording. */
const momentSeconds = 10;

/** What the note is about: the file, and a player of the moment. */
export function NoteMoment({ projectId, note }: { projectId: string; note: Note }) {
  const { file_id: fileId, start_seconds: start, end_seconds: end } = note;
  const file = useQuery({
    ...playableFileQuery(fileId ?? ''),
    enabled: fileId !== null && !note.source_deleted,
  });
  if (fileId === null) return null;
  if (note.source_deleted)
    return (
      <p className="text-sm text-soft">
        The file of this note was deleted
        {start === null ? '' : `; the note is about ${formatTimecode(start)}`}.
      </p>
    );
  const isMedia = file.data?.kind === 'video' || file.data?.kind === 'audio';
  return (
    <section aria-label="Moment" className="space-y-2">
      <p className="text-sm">
        <span className="text-soft">About </span>
        <Link
          to="/projects/$projectId/files/$fileId"
          params={{ projectId, fileId }}
          search={start === null ? {} : { t: Math.floor(start) }}
          dir="auto"
          className="underline underline-offset-4"
        >
          {file.data?.name ?? 'the file'}
          {start === null ? '' : `, ${formatTimecode(start)}`}
        </Link>
      </p>
      {isMedia && start !== null && (
        <SpanPlayer
          fileId={fileId}
          startSeconds={start}
          endSeconds={
            end ?? Math.min(start + momentSeconds, file.data?.duration_seconds ?? start + momentSeconds)
          }
          label="the moment of this note"
        />
      )}
    </section>
  );
}
