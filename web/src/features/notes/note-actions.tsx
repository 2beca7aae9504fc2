import { Pin, PinOff, Trash2 } from 'lucide-react';
import { copyOf, type Note, useCreateNote, useDeleteNote } from '../../data/notes.ts';
import { errorMessage } from '../../lib/errors.ts';
import { deletion } from '../../lib/undo-stack.ts';
import { IconButton } from '../../ui/button.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useUndo } from '../../ui/undo.tsx';
import { headingOf } from './note-text.ts';
import { texts } from './texts.ts';

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
  const { add, ids } = useUndo();
  const deleteNote = () => {
    const removed = remove.mutateAsync(note);
    removed.then(onDeleted, (error) => toast({ text: texts.theNoteWasNotDeleted(errorMessage(error)) }));
    add(
      removed.then(() => ({
        done: texts.deleted(headingOf(note)),
        undone: texts.theNoteIsBack,
        redone: texts.deleted(headingOf(note)),
        ...deletion(ids, note.id, {
          create: () => create.mutateAsync(copyOf(note)),
          remove: (id) => remove.mutateAsync({ ...note, id }),
        }),
      })),
    );
  };
  const PinShape = note.pinned ? PinOff : Pin;
  return (
    <span className="ms-auto flex">
      <IconButton
        label={note.pinned ? texts.unpinTheNote : texts.pinTheNote}
        aria-pressed={note.pinned}
        onClick={() => onPin(!note.pinned)}
      >
        <PinShape size={16} strokeWidth={1.75} />
      </IconButton>
      <IconButton label={texts.deleteTheNote} onClick={deleteNote}>
        <Trash2 size={16} strokeWidth={1.75} />
      </IconButton>
    </span>
  );
}
