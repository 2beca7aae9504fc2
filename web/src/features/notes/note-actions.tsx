import { Pin, PinOff, Trash2 } from 'lucide-react';
import { copyOf, type Note, useCreateNote, useDeleteNote } from '../../data/notes.ts';
import { errorMessage } from '../../lib/errors.ts';
import { IconButton } from '../../ui/button.tsx';
import { useToast } from '../../ui/toast.tsx';
import { headingOf } from './note-text.ts';

interface NoteActionsProps {
  projectId: string;
  note: Note;
  onPin(pinned: boolean): void;
  onDeleted(): void;
}

export function NoteActions({ projectId, note, onPin, onDeleted }: NoteActionsProps) {
  const toast = useToast();
  const create = useCreateNote(projectId);
  const remove = useDeleteNote(projectId);
  // As a promise: the toast outlives this component, and callbacks of `mutate` end with the component.
  const restore = () =>
    create.mutateAsync(copyOf(note)).then(
      () => toast({ text: 'The note is back.' }),
      (error: unknown) => toast({ text: `The note could not be restored. ${errorMessage(error)}` }),
    );
  const PinShape = note.pinned ? PinOff : Pin;
  return (
    <span className="ms-auto flex">
      <IconButton
        label={note.pinned ? 'Unpin the note' : 'Pin the note'}
        aria-pressed={note.pinned}
        onClick={() => onPin(!note.pinned)}
      >
        <PinShape size={16} strokeWidth={1.75} />
      </IconButton>
      <IconButton
        label="Delete the note"
        onClick={() =>
          remove.mutate(note, {
            onSuccess: () => {
              onDeleted();
              toast({
                text: `Deleted “${headingOf(note)}”.`,
                action: { label: 'Undo', run: () => void restore() },
              });
            },
            onError: (error) => toast({ text: `The note was not deleted. ${errorMessage(error)}` }),
          })
        }
      >
        <Trash2 size={16} strokeWidth={1.75} />
      </IconButton>
    </span>
  );
}
