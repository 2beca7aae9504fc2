import { useQuery } from '@tanstack/react-query';
import { NotebookPen } from 'lucide-react';
import { type File, isMedia } from '../../data/file.ts';
import { fileNotesQuery, type NewNote, useCreateFileNote } from '../../data/file-notes.ts';
import { errorMessage } from '../../lib/errors.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useToast } from '../../ui/toast.tsx';
import type { MediaPlayback } from '../transcript/index.ts';
import { NoteEditor } from './note-editor.tsx';
import { NoteItem } from './note-item.tsx';

interface NotesTabProps {
  file: File;
  playback: MediaPlayback;
  mayWrite: boolean;
  /** The moment of the note that is being written; undefined if none is. */
  noteAt: number | undefined;
  onNoteAt(seconds: number | undefined): void;
}

export function NotesTab({ file, playback, mayWrite, noteAt, onNoteAt }: NotesTabProps) {
  const notes = useQuery(fileNotesQuery(file.project_id, file.id));
  const create = useCreateFileNote(file.project_id, file.id);
  const showToast = useToast();
  const add = (note: NewNote, onSuccess?: () => void) =>
    create.mutate(note, {
      onSuccess: () => onSuccess?.(),
      onError: (error) => showToast({ text: `The note was not saved. ${errorMessage(error)}` }),
    });
  if (notes.isError) return <ErrorNotice error={notes.error} onRetry={() => void notes.refetch()} />;
  if (!notes.data) return <Skeleton rows={3} label="Loading the notes" />;
  return (
    <div className="space-y-3">
      {mayWrite &&
        (noteAt === undefined ? (
          <Button onClick={() => onNoteAt(playback.getTime())} aria-keyshortcuts="N" className="w-full">
            <NotebookPen size={14} strokeWidth={1.75} aria-hidden="true" />
            {isMedia(file) ? 'Note at this moment' : 'New note'} <Kbd>N</Kbd>
          </Button>
        ) : (
          <NoteEditor
            draftKey={`note ${file.id}`}
            seconds={isMedia(file) ? noteAt : null}
            busy={create.isPending}
            onCancel={() => onNoteAt(undefined)}
            onSave={(body, done) =>
              add({ body, start_seconds: isMedia(file) ? noteAt : null, end_seconds: null }, () => {
                done();
                onNoteAt(undefined);
              })
            }
          />
        ))}
      {notes.data.length === 0 && noteAt === undefined && (
        <p className="text-sm text-soft">
          No notes about this file yet. {mayWrite && 'Write down what you notice while it plays.'}
        </p>
      )}
      <ul className="space-y-2">
        {notes.data.map((note) => (
          <NoteItem
            key={note.id}
            note={note}
            file={file}
            playback={playback}
            mayWrite={mayWrite}
            onRestore={({ body, title, start_seconds, end_seconds, tag_ids, pinned }) =>
              add({ body, title, start_seconds, end_seconds, tag_ids, pinned })
            }
          />
        ))}
      </ul>
    </div>
  );
}
