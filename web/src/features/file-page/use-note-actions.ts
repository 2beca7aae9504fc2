import { useQueryClient } from '@tanstack/react-query';
import type { File } from '../../data/file.ts';
import {
  fileNotesQuery,
  type NewNote,
  type Note,
  useChangeFileNote,
  useCreateFileNote,
  useDeleteFileNote,
} from '../../data/file-notes.ts';
import { errorMessage } from '../../lib/errors.ts';
import { ChangedSince, creation, deletion } from '../../lib/undo-stack.ts';
import { useToast } from '../../ui/toast.tsx';
import { useUndo } from '../../ui/undo.tsx';
import { panelTexts as texts } from './panel-texts.ts';

type NoteChange = { body: string } | { pinned: boolean };

/** Writing, changing and deleting notes of a file. Each can be undone. */
export function useNoteActions(file: File) {
  const client = useQueryClient();
  const { add, ids } = useUndo();
  const showToast = useToast();
  const create = useCreateFileNote(file.project_id, file.id);
  const change = useChangeFileNote(file.project_id, file.id);
  const remove = useDeleteFileNote(file.project_id, file.id);
  const refused = (say: (reason: string) => string) => (error: unknown) => {
    showToast({ text: say(errorMessage(error)) });
  };
  const { queryKey } = fileNotesQuery(file.project_id, file.id);
  const currentOf = ({ id }: Note): Note => {
    const found = client.getQueryData(queryKey)?.find((other) => other.id === ids.current(id));
    if (!found) throw new ChangedSince(texts.noteDeletedSince);
    return found;
  };
  /** Changes the note only if it still has the values of `from`. */
  const replace = async (note: Note, from: Partial<Note>, to: NoteChange) => {
    const current = currentOf(note);
    if (Object.entries(from).some(([key, value]) => current[key as keyof Note] !== value))
      throw new ChangedSince(texts.noteChangedSince);
    await change.mutateAsync({ note: current, ...to });
  };
  const removeById = (note: Note) => (id: string) => remove.mutateAsync({ ...note, id });

  return {
    isCreating: create.isPending,
    isChanging: change.isPending,
    /** Resolves when the note is saved; rejects after a message has said why it is not. */
    async create(note: NewNote): Promise<void> {
      const created = create.mutateAsync(note);
      add(
        created.then((saved) => ({
          undone: texts.noteDeleted,
          redone: texts.noteAddedAgain,
          ...creation(ids, saved.id, { create: () => create.mutateAsync(note), remove: removeById(saved) }),
        })),
      );
      await created.catch((error) => {
        refused(texts.noteNotSaved)(error);
        throw error;
      });
    },
    async change(note: Note, to: NoteChange): Promise<void> {
      const from = 'body' in to ? { body: note.body } : { pinned: note.pinned };
      const changed = change.mutateAsync({ note, ...to });
      const name = 'body' in to ? texts.noteEdit : note.pinned ? texts.noteUnpinning : texts.notePinning;
      add(
        changed.then(() => ({
          undone: texts.undone(name),
          redone: texts.redone(name),
          undo: () => replace(note, to, from),
          redo: () => replace(note, from, to),
        })),
      );
      await changed.catch((error) => {
        refused(texts.noteNotChanged)(error);
        throw error;
      });
    },
    remove(note: Note): void {
      const { body, title, start_seconds, end_seconds, tag_ids, pinned } = note;
      const copy = { body, title, start_seconds, end_seconds, tag_ids, pinned };
      const removed = remove.mutateAsync(note);
      removed.catch(refused(texts.noteNotDeleted));
      add(
        removed.then(() => ({
          done: texts.noteDeleted,
          undone: texts.noteIsBack,
          redone: texts.noteDeleted,
          ...deletion(ids, note.id, { create: () => create.mutateAsync(copy), remove: removeById(note) }),
        })),
      );
    },
  };
}

export type NoteActions = ReturnType<typeof useNoteActions>;
