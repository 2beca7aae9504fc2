import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { noteQuery } from '../../data/notes.ts';
import { ApiError } from '../../lib/errors.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { NoteEditor } from './note-editor.tsx';

interface NotePaneProps {
  projectId: string;
  /** `new` for a note that does not exist yet. */
  noteId: string;
  mayWrite: boolean;
  onClose(): void;
  onCreated(noteId: string): void;
}

export function NotePane({ projectId, noteId, mayWrite, onClose, onCreated }: NotePaneProps) {
  const isNew = noteId === 'new';
  const note = useQuery({ ...noteQuery(projectId, noteId), enabled: !isNew });
  const isGone = note.error instanceof ApiError && note.error.status === 404;
  return (
    <>
      <Button variant="bare" className="mb-2 lg:hidden" onClick={onClose}>
        <ArrowLeft size={16} strokeWidth={1.75} /> All notes
      </Button>
      {isNew || note.data ? (
        <NoteEditor
          projectId={projectId}
          note={note.data}
          mayWrite={mayWrite}
          onClose={onClose}
          onCreated={onCreated}
        />
      ) : isGone ? (
        <EmptyState title="This note was deleted" action={<Button onClick={onClose}>Show all notes</Button>}>
          Someone deleted it, or the address is not complete.
        </EmptyState>
      ) : note.isError ? (
        <ErrorNotice error={note.error} onRetry={() => void note.refetch()} />
      ) : (
        <Skeleton rows={4} label="Loading the note" />
      )}
    </>
  );
}
