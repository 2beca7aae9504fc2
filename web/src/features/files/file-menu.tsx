import { Captions, Ellipsis, FolderInput, Pencil, Tag as TagIcon, Trash2, Upload } from 'lucide-react';
import { useState } from 'react';
import { canTranscribe, isTranscribable, type ProjectFile } from '../../data/files.ts';
import { IconButton } from '../../ui/button.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { texts } from './texts.ts';

export type FileAction = 'rename' | 'tag' | 'transcribe' | 'replace' | 'move' | 'delete';

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** What can be done with a file in its present state; the next step after a failure comes first. */
export function actionsOf(file: ProjectFile) {
  const failed = file.status === 'failed';
  const again = file.transcription_status === 'failed';
  // Such as a text that is named interview.mp4: only another upload helps.
  const unusable = failed || (again && !isTranscribable(file));
  const ended = failed || file.status === 'ready';
  return [
    { action: 'replace', name: texts.uploadAgain, icon: <Upload {...icon} />, shown: unusable },
    {
      action: 'transcribe',
      name: again ? texts.transcribeAgain : texts.transcribe,
      icon: <Captions {...icon} />,
      shown: canTranscribe(file) && file.transcription_status !== 'completed',
    },
    { action: 'rename', name: texts.rename, icon: <Pencil {...icon} />, shown: true },
    { action: 'tag', name: texts.tag, icon: <TagIcon {...icon} />, shown: ended },
    { action: 'move', name: texts.moveToProject, icon: <FolderInput {...icon} />, shown: ended },
    { action: 'delete', name: texts.delete, icon: <Trash2 {...icon} />, shown: true },
  ].filter(({ shown }) => shown) as { action: FileAction; name: string; icon: React.ReactNode }[];
}

/** The actions that help after a failure. */
export const nextSteps = (file: ProjectFile) =>
  actionsOf(file).filter(({ action }) => ['replace', 'transcribe', 'delete'].includes(action));

interface FileMenuProps {
  file: ProjectFile;
  onAction(action: FileAction): void;
  /** On a phone the actions are in a sheet. */
  inSheet: boolean;
}

export function FileMenu({ file, onAction, inSheet }: FileMenuProps) {
  const [open, setOpen] = useState(false);
  const label = texts.actionsFor(file.name);
  if (inSheet)
    return (
      <>
        <IconButton label={label} onClick={() => setOpen(true)}>
          <Ellipsis {...icon} />
        </IconButton>
        <Sheet open={open} onClose={() => setOpen(false)} title={file.name}>
          <div className="flex flex-col">
            {actionsOf(file).map(({ action, name, icon: sign }) => (
              <button
                key={action}
                type="button"
                className={`flex min-h-11 items-center gap-2.5 rounded-md px-2 text-start font-medium hover:bg-sunken ${action === 'delete' ? 'text-danger' : ''}`}
                onClick={() => {
                  setOpen(false);
                  onAction(action);
                }}
              >
                {sign} {name}
              </button>
            ))}
          </div>
        </Sheet>
      </>
    );
  return (
    <Menu
      trigger={
        <IconButton label={label}>
          <Ellipsis {...icon} />
        </IconButton>
      }
    >
      {actionsOf(file).map(({ action, name, icon: sign }) => (
        <MenuItem key={action} danger={action === 'delete'} onSelect={() => onAction(action)}>
          {sign} {name}
        </MenuItem>
      ))}
    </Menu>
  );
}
