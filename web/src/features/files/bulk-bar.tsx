import { Captions, FolderInput, Tag as TagIcon, Trash2, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { canTranscribe, type ProjectFile } from '../../data/files.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import type { FileAction } from './file-menu.tsx';
import { texts } from './texts.ts';

interface BulkBarProps {
  files: readonly ProjectFile[];
  onAction(action: FileAction): void;
  onClear(): void;
}

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** Takes the place of the filters while files are selected, and stays at the top while the list scrolls. */
export function BulkBar({ files, onAction, onClear }: BulkBarProps) {
  const item = (action: FileAction, name: string, sign: ReactNode, disabled = false) => (
    <Button
      className="max-md:w-9 max-md:px-0 pointer-coarse:max-md:w-11"
      disabled={disabled}
      aria-label={name}
      title={name}
      onClick={() => onAction(action)}
    >
      {sign} <span className="hidden md:inline">{name}</span>
    </Button>
  );
  const canStart = files.some((file) => canTranscribe(file) && file.transcription_status !== 'completed');
  return (
    <div
      role="toolbar"
      aria-label={texts.selectedFiles}
      className="sticky top-2 z-10 -my-[5px] flex items-center gap-1 rounded-lg sm:gap-2 border border-accent/40 bg-accent-wash p-1 ps-3 shadow-md"
    >
      <p role="status" className="me-auto min-w-0 font-medium tabular-nums">
        {texts.filesSelected(files.length)}
      </p>
      {item('tag', texts.tag, <TagIcon {...icon} />)}
      {item('transcribe', texts.transcribe, <Captions {...icon} />, !canStart)}
      {item('move', texts.move, <FolderInput {...icon} />)}
      {item('delete', 'Delete', <Trash2 {...icon} />)}
      <IconButton label={texts.clearSelection} onClick={onClear}>
        <X {...icon} />
      </IconButton>
    </div>
  );
}
