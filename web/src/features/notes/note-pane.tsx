import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { Suspense } from 'react';
import { noteQuery } from '../../data/notes.ts';
import { ApiError } from '../../lib/errors.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Comments } from '../comments/index.ts';
import { NoteEditor } from './note-editor.tsx';
import { texts } from './texts.ts';

interface NotePaneProps {
  projectId: string;
  /** `new` for a note that does not exist yet. */
  noteId: string;
  /** The comment that the address names. */
  comment: string | undefined;
  mayWrite: boolean;
  onClose(): void;
  onCreated(noteId: string): void;
}

export function NotePane({ projectId, noteId, comment, mayWrite, onClose, onCreated }: NotePaneProps) {
  const isNew = noteId === 'new';
  const note = useQuery({ ...noteQuery(projectId, noteId), enabled: !isNew });
  const isGone = note.error instanceof ApiError && note.error.status === 404;
  return (
    <>
      <Button variant="bare" className="mb-2 lg:alone:hidden min-[1400px]:hidden" onClick={onClose}>
        <ArrowLeft size={16} strokeWidth={1.75} /> {texts.allNotes}
      </Button>
      {isNew || note.data ? (
        <>
          <NoteEditor
            projectId={projectId}
            note={note.data}
            mayWrite={mayWrite}
            onClose={onClose}
            onCreated={onCreated}
          />
          {note.data && (
            <Suspense>
              <div className="mt-6 max-w-2xl border-t border-line pt-4">
                <Comments
                  projectId={projectId}
                  target={{ type: 'note', id: note.data.id }}
                  focused={comment}
                  heading="h2"
                />
              </div>
            </Suspense>
          )}
        </>
      ) : isGone ? (
        <EmptyState
          title={texts.thisNoteWasDeleted}
          action={<Button onClick={onClose}>{texts.showAllNotes}</Button>}
        >
          {texts.someoneDeletedItOrThe}
        </EmptyState>
      ) : note.isError ? (
        <ErrorNotice error={note.error} onRetry={() => void note.refetch()} />
      ) : (
        <Skeleton rows={4} label={texts.loadingTheNote} />
      )}
    </>
  );
}
