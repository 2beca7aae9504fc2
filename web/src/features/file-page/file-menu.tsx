import { useNavigate } from '@tanstack/react-router';
import { Download, Ellipsis, Replace, RotateCcw, Search, Smile, Sparkles, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import {
  type File,
  isMedia,
  isTranscribing,
  useAnalyzeSentiment,
  useAutoTag,
  useDeleteFile,
} from '../../data/file.ts';
import { errorMessage } from '../../lib/errors.ts';
import { IconButton } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Menu, MenuItem, MenuLink } from '../../ui/menu.tsx';
import { useToast } from '../../ui/toast.tsx';
import { ExportItems } from '../transcript/index.ts';
import { texts } from './texts.ts';
import { TranscribeDialog } from './transcribe-dialog.tsx';

interface FileMenuProps {
  file: File;
  mayWrite: boolean;
  onFind(): void;
  onReplace(): void;
  /** Items at the top. */
  children?: ReactNode;
}

export function FileMenu({ file, mayWrite, onFind, onReplace, children }: FileMenuProps) {
  const [dialog, setDialog] = useState<'transcribe' | 'delete' | null>(null);
  const navigate = useNavigate();
  const showToast = useToast();
  const autoTag = useAutoTag(file);
  const sentiment = useAnalyzeSentiment(file);
  const remove = useDeleteFile(file, () => {
    showToast({ text: texts.deleted(file.name) });
    void navigate({ to: '/projects/$projectId/files', params: { projectId: file.project_id } });
  });
  const hasText = file.transcription_status === 'completed';
  const started = (text: string) => ({
    onSuccess: () => showToast({ text }),
    onError: (error: Error) => showToast({ text: errorMessage(error) }),
  });
  if (!mayWrite && !hasText && !file.download_url && !children) return null;
  return (
    <>
      <Menu
        trigger={
          <IconButton label={texts.moreActions}>
            <Ellipsis size={16} strokeWidth={1.75} />
          </IconButton>
        }
      >
        {children}
        {hasText && (
          <MenuItem onSelect={onFind}>
            <Search size={16} strokeWidth={1.75} /> {texts.findInText}
          </MenuItem>
        )}
        {mayWrite && hasText && (
          <MenuItem onSelect={onReplace}>
            <Replace size={16} strokeWidth={1.75} /> {texts.replaceInText}
          </MenuItem>
        )}
        {hasText && <ExportItems fileId={file.id} />}
        {file.download_url && (
          <MenuLink href={file.download_url} download={file.name}>
            <Download size={16} strokeWidth={1.75} /> {texts.download}
          </MenuLink>
        )}
        {mayWrite && hasText && isMedia(file) && !isTranscribing(file) && (
          <MenuItem onSelect={() => setDialog('transcribe')}>
            <RotateCcw size={16} strokeWidth={1.75} /> {texts.transcribeAgainMenu}
          </MenuItem>
        )}
        {mayWrite && hasText && (
          <>
            <MenuItem onSelect={() => autoTag.mutate(undefined, started(texts.lookingForTags))}>
              <Sparkles size={16} strokeWidth={1.75} /> {texts.suggestTags}
            </MenuItem>
            <MenuItem onSelect={() => sentiment.mutate(undefined, started(texts.sentimentStarted))}>
              <Smile size={16} strokeWidth={1.75} /> {texts.analyzeSentiment}
            </MenuItem>
          </>
        )}
        {mayWrite && (
          <MenuItem danger onSelect={() => setDialog('delete')}>
            <Trash2 size={16} strokeWidth={1.75} /> {texts.deleteMenu}
          </MenuItem>
        )}
      </Menu>
      {dialog === 'transcribe' && (
        <TranscribeDialog file={file} overwrite open onClose={() => setDialog(null)} />
      )}
      <ConfirmDialog
        open={dialog === 'delete'}
        onClose={() => setDialog(null)}
        onConfirm={() =>
          remove.mutate(undefined, {
            onError: (error) => showToast({ text: texts.notDeleted(errorMessage(error)) }),
          })
        }
        title={texts.deleteQuestion}
        description={isMedia(file) ? texts.deleteRecording : texts.deleteText}
        action={texts.deleteFile}
        busy={remove.isPending}
      />
    </>
  );
}
