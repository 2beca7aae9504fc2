import { Ellipsis, Pencil, Pin, PinOff, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { type File, hasTimes } from '../../data/file.ts';
import type { Note } from '../../data/file-notes.ts';
import { formatRelativeTime } from '../../lib/format.ts';
import { IconButton } from '../../ui/button.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import type { MediaPlayback } from '../transcript/index.ts';
import { NoteEditor } from './note-editor.tsx';
import { NoteMoment } from './note-moment.tsx';
import { panelTexts as texts } from './panel-texts.ts';
import type { NoteActions } from './use-note-actions.ts';

interface NoteItemProps {
  file: File;
  note: Note;
  playback: MediaPlayback;
  mayWrite: boolean;
  actions: NoteActions;
}

export function NoteItem({ file, note, playback, mayWrite, actions }: NoteItemProps) {
  const [editing, setEditing] = useState(false);
  if (editing)
    return (
      <li>
        <NoteEditor
          draftKey={`note ${note.id}`}
          initial={note.body}
          seconds={hasTimes(file) ? note.start_seconds : null}
          busy={actions.isChanging}
          onCancel={() => setEditing(false)}
          onSave={(body, done) =>
            actions.change(note, { body }).then(
              () => {
                done();
                setEditing(false);
              },
              () => {},
            )
          }
        />
      </li>
    );
  return (
    <li className="rounded-lg border border-line bg-surface p-3 text-sm">
      <div className="mb-1 flex items-center gap-2 text-soft">
        {note.start_seconds !== null && (
          <NoteMoment file={file} playback={playback} start={note.start_seconds} end={note.end_seconds} />
        )}
        <span className="min-w-0 flex-1 truncate">{formatRelativeTime(note.created_at)}</span>
        {note.pinned && <Pin size={14} strokeWidth={1.75} role="img" aria-label={texts.pinned} />}
        {mayWrite && (
          <Menu
            trigger={
              <IconButton label={texts.noteActions} className="-my-1.5 -me-1.5">
                <Ellipsis size={16} strokeWidth={1.75} />
              </IconButton>
            }
          >
            <MenuItem onSelect={() => setEditing(true)}>
              <Pencil size={16} strokeWidth={1.75} /> {texts.edit}
            </MenuItem>
            <MenuItem onSelect={() => void actions.change(note, { pinned: !note.pinned }).catch(() => {})}>
              {note.pinned ? <PinOff size={16} strokeWidth={1.75} /> : <Pin size={16} strokeWidth={1.75} />}
              {note.pinned ? texts.unpin : texts.pin}
            </MenuItem>
            <MenuItem danger onSelect={() => actions.remove(note)}>
              <Trash2 size={16} strokeWidth={1.75} /> {texts.delete}
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
