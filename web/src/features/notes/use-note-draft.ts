import { useCallback, useEffect, useRef, useState } from 'react';
import {
  isNoteConflict,
  type Note,
  type NoteChange,
  readNote,
  useChangeNote,
  useCreateNote,
} from '../../data/notes.ts';
import { errorMessage } from '../../lib/errors.ts';
import { useLatest } from '../../lib/use-latest.ts';
import { readDraft, writeDraft } from './draft-storage.ts';

/** The pause after typing that saves the text. */
const saveAfterMs = 800;

export type SaveState =
  /** Nothing was written yet. */
  | { kind: 'new' }
  | { kind: 'saved' }
  | { kind: 'unsaved' }
  | { kind: 'saving' }
  | { kind: 'failed'; reason: string }
  | { kind: 'conflict'; theirs: Note };

interface Options {
  projectId: string;
  /** Undefined for a note that does not exist yet. */
  note: Note | undefined;
  onCreated(noteId: string): void;
}

/** The text of a note while it is edited. It is saved by itself; a change by someone else in between is shown, not lost. */
export function useNoteDraft({ projectId, note, onCreated }: Options) {
  const storageId = note?.id ?? 'new';
  const [initial] = useState(() => readDraft(projectId, storageId));
  const [title, setTitle] = useState(initial?.title ?? note?.title ?? '');
  const [body, setBody] = useState(initial?.body ?? note?.body ?? '');
  const [state, setState] = useState<SaveState>({
    kind: initial ? 'unsaved' : note ? 'saved' : 'new',
  });
  /** The version that the text is based on. */
  const version = useRef(initial?.version ?? note?.version ?? 0);
  const latest = useLatest({ title, body });
  const create = useCreateNote(projectId);
  const change = useChangeNote(projectId, note?.id ?? '');

  // Someone else's change appears at once if nothing was typed here.
  const isUntouched = state.kind === 'saved';
  useEffect(() => {
    if (!note || !isUntouched || note.version <= version.current) return;
    version.current = note.version;
    setTitle(note.title ?? '');
    setBody(note.body);
  }, [note, isUntouched]);

  const edit = (text: { title?: string; body?: string }) => {
    const next = { title, body, ...text };
    setTitle(next.title);
    setBody(next.body);
    writeDraft(projectId, storageId, { ...next, version: version.current });
    setState((current) => (current.kind === 'conflict' ? current : { kind: 'unsaved' }));
  };

  const { mutateAsync: sendChange } = change;
  const { mutateAsync: sendNew } = create;
  const noteId = note?.id;
  const save = useCallback(async () => {
    const sent = latest.current;
    if (sent.body.trim() === '') return;
    setState({ kind: 'saving' });
    const content = { title: sent.title.trim() || null, body: sent.body };
    try {
      const saved = noteId
        ? await sendChange({ ...content, expected_version: version.current })
        : await sendNew(content);
      version.current = saved.version;
      const isCurrent = latest.current.title === sent.title && latest.current.body === sent.body;
      writeDraft(projectId, noteId ?? 'new', undefined);
      if (!isCurrent) writeDraft(projectId, saved.id, { ...latest.current, version: saved.version });
      setState({ kind: isCurrent ? 'saved' : 'unsaved' });
      if (!noteId) onCreated(saved.id);
    } catch (error) {
      const theirs =
        noteId && isNoteConflict(error) ? await readNote(noteId).catch(() => undefined) : undefined;
      setState(theirs ? { kind: 'conflict', theirs } : { kind: 'failed', reason: errorMessage(error) });
    }
  }, [noteId, projectId, sendChange, sendNew, onCreated, latest]);

  const isUnsaved = state.kind === 'unsaved';
  // biome-ignore lint/correctness/useExhaustiveDependencies: each typed character starts the pause again
  useEffect(() => {
    if (!isUnsaved) return;
    const timer = setTimeout(() => void save(), saveAfterMs);
    return () => clearTimeout(timer);
  }, [isUnsaved, title, body, save]);

  // Leaving the note during the pause saves the text at once.
  const leaving = useRef<() => void>(() => {});
  useEffect(() => {
    leaving.current = isUnsaved ? () => void save() : () => {};
  });
  useEffect(() => () => leaving.current(), []);

  return {
    title,
    body,
    state,
    edit,
    save,
    /** Saves other fields, without touching the text. */
    async changeFields(fields: Pick<NoteChange, 'tag_ids' | 'pinned'>) {
      const saved = await sendChange(fields);
      // The next save of the text must not take this own change for someone else's.
      if (saved.version === version.current + 1) version.current = saved.version;
    },
    /** Ends a conflict with the text of this browser. */
    keepMine() {
      if (state.kind !== 'conflict') return;
      version.current = state.theirs.version;
      void save();
    },
    /** Ends a conflict with the text of the other person. */
    useTheirs() {
      if (state.kind !== 'conflict') return;
      const { theirs } = state;
      version.current = theirs.version;
      setTitle(theirs.title ?? '');
      setBody(theirs.body);
      writeDraft(projectId, storageId, undefined);
      setState({ kind: 'saved' });
    },
    /** Forgets the text, because the note was deleted. */
    discard() {
      leaving.current = () => {};
      writeDraft(projectId, storageId, undefined);
    },
  };
}
