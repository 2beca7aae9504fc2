import { Ellipsis, Pencil, Pin, PinOff, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { File } from '../../data/file.ts';
import { type Note, useChangeFileNote, useDeleteFileNote } from '../../data/file-notes.ts';
import { errorMessage } from '../../lib/errors.ts';
import { formatRelativeTime } from '../../lib/format.ts';
import { IconButton } from '../../ui/button.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { useToast } from '../../ui/toast.tsx';
import type { MediaPlayback } from '../transcript/index.ts';
import { MomentButton } from './moment-button.tsx';
import { NoteEditor } from './note-editor.tsx';

interface NoteItemProps {
  note: Note;
  file: File;
  playback: MediaPlayback;
  mayWrite: boolean;
  /** Creates the deleted note again. */
  onRestore(note: Note): void;
}

export function NoteItem({ note, file, playback, mayWrite, onRestore }: NoteItemProps) {
  const [editing, setEditing] = useState(false);
  const change = useChangeFileNote(file.project_id, file.id);
  const remove = useDeleteFileNote(file.project_id, file.id);
  const showToast = useToast();
  const onError = (error: Error) => showToast({ text: `The note was not changed. ${errorMessage(error)}` });
  if (editing)
    return (
      <li>
        <NoteEditor
          draftKey={`note ${note.id}`}
          initial={note.body}
          seconds={note.start_seconds}
          busy={change.isPending}
          onCancel={() => setEditing(false)}
          onSave={(body, done) =>
            change.mutate(
              { note, body },
              {
                onError,
                onSuccess: () => {
                  done();
                  setEditing(false);
                },
              },
            )
          }
        />
      </li>
    );
  return (
    <li className="rounded-lg border border-line bg-surface p-3 text-sm">
      <div className="mb-1 flex items-center gap-2 text-soft">
        {note.start_seconds !== null && (
          <MomentButton
            playback={playback}
            start={note.start_seconds}
            end={note.end_seconds}
            label="Play the moment of the note"
          />
        )}
        <span className="min-w-0 flex-1 truncate">{formatRelativeTime(note.created_at)}</span>
        {note.pinned && <Pin size={14} strokeWidth={1.75} role="img" aria-label="Pinned" />}
        {mayWrite && (
          <Menu
            trigger={
              <IconButton label="Actions of the note" className="-my-1.5 -me-1.5">
                <Ellipsis size={16} strokeWidth={1.75} />
              </IconButton>
            }
          >
            <MenuItem onSelect={() => setEditing(true)}>
              <Pencil size={16} strokeWidth={1.75} /> Edit
            </MenuItem>
            <MenuItem onSelect={() => change.mutate({ note, pinned: !note.pinned }, { onError })}>
              {note.pinned ? <PinOff size={16} strokeWidth={1.75} /> : <Pin size={16} strokeWidth={1.75} />}
              {note.pinned ? 'Unpin' : 'Pin'}
            </MenuItem>
            <MenuItem
              danger
              onSelect={() => {
                showToast({
                  text: 'The note was deleted.',
                  action: { label: 'Undo', run: () => onRestore(note) },
                });
                remove.mutate(note, {
                  onError: (error) => showToast({ text: `The note was not deleted. ${errorMessage(error)}` }),
                });
              }}
            >
              <Trash2 size={16} strokeWidth={1.75} /> Delete
            </MenuItem>
          </Menu>
        )}
      </div>
      {note.title && (
        <p dir="auto" className="font-medium">
          {note.title}
        </p>
      )}
      <Markdown text={note.body} />
    </li>
  );
}
