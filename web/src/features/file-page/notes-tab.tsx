import { useQuery } from '@tanstack/react-query';
import { NotebookPen } from 'lucide-react';
import { type File, isMedia } from '../../data/file.ts';
import { fileNotesQuery } from '../../data/file-notes.ts';
import { keyNames } from '../../lib/key-names.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { MediaPlayback } from '../transcript/index.ts';
import { NoteEditor } from './note-editor.tsx';
import { NoteItem } from './note-item.tsx';
import { panelTexts as texts } from './panel-texts.ts';
import { useNoteActions } from './use-note-actions.ts';

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
  const actions = useNoteActions(file);
  if (notes.isError) return <ErrorNotice error={notes.error} onRetry={() => void notes.refetch()} />;
  if (!notes.data) return <Skeleton rows={3} label={texts.loadingNotes} />;
  return (
    <div className="space-y-3">
      {mayWrite &&
        (noteAt === undefined ? (
          <Button onClick={() => onNoteAt(playback.getTime())} aria-keyshortcuts="N" className="w-full">
            <NotebookPen size={14} strokeWidth={1.75} aria-hidden="true" />
            {isMedia(file) ? texts.noteAtMoment : texts.newNote} <Kbd>{keyNames('n')}</Kbd>
          </Button>
        ) : (
          <NoteEditor
            draftKey={`note ${file.id}`}
            seconds={isMedia(file) ? noteAt : null}
            busy={actions.isCreating}
            onCancel={() => onNoteAt(undefined)}
            onSave={(body, done) =>
              actions.create({ body, start_seconds: isMedia(file) ? noteAt : null, end_seconds: null }).then(
                () => {
                  done();
                  onNoteAt(undefined);
                },
                () => {},
              )
            }
          />
        ))}
      {notes.data.length === 0 && noteAt === undefined && (
        <p className="text-sm text-soft">
          {texts.noNotes} {mayWrite && (isMedia(file) ? texts.writeWhilePlaying : texts.writeDown)}
        </p>
      )}
      <ul className="space-y-2">
        {notes.data.map((note) => (
          <NoteItem
            key={note.id}
            file={file}
            note={note}
            playback={playback}
            mayWrite={mayWrite}
            actions={actions}
          />
        ))}
      </ul>
    </div>
  );
}
