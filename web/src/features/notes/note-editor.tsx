import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Note } from '../../data/notes.ts';
import { tagsQuery } from '../../data/tags.ts';
import { errorMessage } from '../../lib/errors.ts';
import { Markdown } from '../../ui/markdown.tsx';
import { MultiPicker } from '../../ui/multi-picker.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { useToast } from '../../ui/toast.tsx';
import { Conflict } from './conflict.tsx';
import { NoteActions } from './note-actions.tsx';
import { NoteMoment } from './note-moment.tsx';
import { SaveStatus } from './save-status.tsx';
import { texts } from './texts.ts';
import { useNoteDraft } from './use-note-draft.ts';

interface NoteEditorProps {
  projectId: string;
  note: Note | undefined;
  mayWrite: boolean;
  onClose(): void;
  onCreated(noteId: string): void;
}

export function NoteEditor({ projectId, note, mayWrite, onClose, onCreated }: NoteEditorProps) {
  const draft = useNoteDraft({ projectId, note, onCreated });
  const toast = useToast();
  const tags = useQuery(tagsQuery(projectId));
  const [mode, setMode] = useState<'write' | 'preview'>(mayWrite && !note ? 'write' : 'preview');
  const changeFields: typeof draft.changeFields = (fields) =>
    draft
      .changeFields(fields)
      .catch((error: unknown) => void toast({ text: texts.theNoteWasNotChanged(errorMessage(error)) }));
  return (
    <article aria-label={texts.note}>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        {mayWrite && (
          <SegmentedControl<'write' | 'preview'>
            label={texts.showTheNote}
            value={mode}
            onChange={setMode}
            options={[
              { value: 'write', name: texts.write },
              { value: 'preview', name: texts.read },
            ]}
          />
        )}
        {mayWrite && <SaveStatus state={draft.state} onRetry={() => void draft.save()} />}
        {mayWrite && note && (
          <NoteActions
            projectId={projectId}
            note={note}
            onPin={(pinned) => void changeFields({ pinned })}
            onDeleted={() => {
              draft.discard();
              onClose();
            }}
          />
        )}
      </div>
      {draft.state.kind === 'conflict' && (
        <Conflict theirs={draft.state.theirs} onKeepMine={draft.keepMine} onUseTheirs={draft.useTheirs} />
      )}
      {mode === 'write' && mayWrite ? (
        <Fields
          isNew={!note}
          title={draft.title}
          body={draft.body}
          onEdit={draft.edit}
          onBlur={() => draft.state.kind === 'unsaved' && void draft.save()}
        />
      ) : (
        <div className="rounded-lg border border-line bg-surface p-4">
          {draft.title && (
            <h2 dir="auto" className="mb-2 font-serif text-xl">
              {draft.title}
            </h2>
          )}
          <div dir="auto" className="text-md">
            {draft.body ? (
              <Markdown text={draft.body} />
            ) : (
              <p className="text-soft">{texts.nothingIsWrittenYet}</p>
            )}
          </div>
        </div>
      )}
      {note && (
        <div className="mt-4 space-y-4">
          <NoteMoment projectId={projectId} note={note} />
          <MultiPicker
            label={texts.tags}
            action={texts.addTags}
            options={tags.data ?? []}
            selected={note.tag_ids}
            readOnly={!mayWrite}
            onChange={(tag_ids) => void changeFields({ tag_ids })}
          />
        </div>
      )}
    </article>
  );
}

interface FieldsProps {
  /** The person has asked to write a note: the caret is in its title. */
  isNew: boolean;
  title: string;
  body: string;
  onEdit(text: { title?: string; body?: string }): void;
  onBlur(): void;
}

const Fields = ({ isNew, title, body, onEdit, onBlur }: FieldsProps) => (
  <div className="rounded-lg border border-line bg-surface focus-within:border-edge">
    <input
      // biome-ignore lint/a11y/noAutofocus: the person has asked to write.
      autoFocus={isNew}
      aria-label={texts.title}
      placeholder={texts.title}
      dir="auto"
      maxLength={300}
      value={title}
      onChange={(event) => onEdit({ title: event.target.value })}
      onBlur={onBlur}
      className="block w-full border-b border-line bg-transparent px-4 py-2.5 font-serif text-xl placeholder:text-soft focus:outline-none focus-visible:outline-2 focus-visible:-outline-offset-2"
    />
    <textarea
      aria-label={texts.text}
      placeholder={texts.writeWithMarkdown}
      dir="auto"
      rows={16}
      maxLength={50_000}
      value={body}
      onChange={(event) => onEdit({ body: event.target.value })}
      onBlur={onBlur}
      className="block min-h-64 w-full resize-y bg-transparent px-4 py-3 text-md placeholder:text-soft focus:outline-none focus-visible:outline-2 focus-visible:-outline-offset-2"
    />
  </div>
);
