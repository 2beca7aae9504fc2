import { useState } from 'react';
import { useDeleteFiles, useMoveFiles, useTranscribeFiles } from '../../data/bulk-files.ts';
import type { BulkResult } from '../../data/change-each.ts';
import { canTranscribe, type ProjectFile } from '../../data/files.ts';
import { useRenameFile } from '../../data/rename-file.ts';
import type { Tag } from '../../data/tags.ts';
import { useAddUploads } from '../../data/uploads.ts';
import { errorMessage } from '../../lib/errors.ts';
import { formatCount } from '../../lib/format.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { useToast } from '../../ui/toast.tsx';
import { describeResult } from './describe-result.ts';
import type { FileAction } from './file-menu.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { RenameDialog } from './rename-dialog.tsx';
import { ReplaceDialog } from './replace-dialog.tsx';
import { TagDialog } from './tag-dialog.tsx';

/** The actions on one file or several, with their dialogs. */
export function useFileActions(projectId: string, tags: readonly Tag[], onCleared: () => void) {
  const [pending, setPending] = useState<{ action: FileAction; files: readonly ProjectFile[] }>();
  const toast = useToast();
  const addUploads = useAddUploads();
  const report = (verb: string) => ({
    onDone: (result: BulkResult) => toast({ text: describeResult(result, verb) }),
  });
  const transcribeFiles = useTranscribeFiles(projectId, report('queued for transcription'));
  const moveFiles = useMoveFiles(projectId, report('moved'));
  const deleteFiles = useDeleteFiles(projectId, report('deleted'));
  const rename = useRenameFile();
  const close = () => setPending(undefined);

  const start = (action: FileAction, files: readonly ProjectFile[]) => {
    if (action !== 'transcribe') return setPending({ action, files });
    const ready = files.filter((file) => canTranscribe(file) && file.transcription_status !== 'completed');
    if (ready.length > 0) transcribeFiles.mutate({ files: ready });
  };

  const files = pending?.files ?? [];
  const [first] = files;
  const count = formatCount(files.length, 'file');
  const dialogs = (
    <>
      {pending?.action === 'tag' && (
        <TagDialog projectId={projectId} tags={tags} files={files} onClose={close} />
      )}
      {pending?.action === 'move' && (
        <MoveDialog
          projectId={projectId}
          count={files.length}
          onClose={close}
          onMove={(project) => {
            close();
            onCleared();
            moveFiles.mutate({ files, toProjectId: project.id });
          }}
        />
      )}
      {pending?.action === 'rename' && first && (
        <RenameDialog
          file={first}
          onClose={close}
          onRename={(name) => {
            close();
            rename.mutate(
              { file: first, name },
              {
                onError: (error) => toast({ text: `The file was not renamed. ${errorMessage(error)}` }),
              },
            );
          }}
        />
      )}
      {pending?.action === 'replace' && first && (
        <ReplaceDialog
          file={first}
          onClose={close}
          onPick={(picked) => {
            close();
            deleteFiles.mutate({ files: [first] });
            addUploads(projectId, [picked]);
          }}
        />
      )}
      <ConfirmDialog
        open={pending?.action === 'delete'}
        onClose={close}
        onConfirm={() => {
          close();
          onCleared();
          deleteFiles.mutate({ files });
        }}
        title={files.length === 1 ? 'Delete this file?' : `Delete ${count}?`}
        description={`${files.length === 1 ? `“${first?.name}”` : `These ${count}`} will be deleted with transcripts, highlights and clips. Cards, notes and reports keep their quotes. This can’t be undone.`}
        action={`Delete ${count}`}
      />
    </>
  );
  return { start, dialogs };
}
