import { useQuery } from '@tanstack/react-query';
import { isMedia } from '../../data/file.ts';
import type { Note } from '../../data/notes.ts';
import { playableFileQuery } from '../../data/playable-file.ts';
import { MomentLink, MomentName, SpanPlayer } from '../media/index.ts';
import { texts } from './texts.ts';

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
  if (note.source_deleted) return <p className="text-sm text-soft">{texts.theFileOfThisNote}</p>;
  return (
    <section aria-label={texts.moment} className="space-y-2">
      <p className="text-sm">
        <span className="text-soft">{texts.about} </span>
        <MomentLink
          projectId={projectId}
          fileId={fileId}
          seconds={start}
          className="underline underline-offset-4"
        >
          <MomentName fileId={fileId} seconds={start} />
        </MomentLink>
      </p>
      {file.data && isMedia(file.data) && start !== null && (
        <SpanPlayer
          fileId={fileId}
          startSeconds={start}
          endSeconds={
            end ?? Math.min(start + momentSeconds, file.data?.duration_seconds ?? start + momentSeconds)
          }
          label={texts.theMomentOfThisNote}
        />
      )}
    </section>
  );
}
