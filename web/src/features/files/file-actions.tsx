import { useState } from 'react';
import { useDeleteFiles, useMoveFiles, useTranscribeFiles } from '../../data/bulk-files.ts';
import type { BulkResult } from '../../data/change-each.ts';
import { canTranscribe, type ProjectFile } from '../../data/files.ts';
import { useRenameFile } from '../../data/rename-file.ts';
import type { Tag } from '../../data/tags.ts';
import { useAddUploads } from '../../data/uploads.ts';
import { errorMessage } from '../../lib/errors.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { useToast } from '../../ui/toast.tsx';
import { describeResult } from './describe-result.ts';
import type { FileAction } from './file-menu.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { RenameDialog } from './rename-dialog.tsx';
import { ReplaceDialog } from './replace-dialog.tsx';
import { TagDialog } from './tag-dialog.tsx';
import { texts } from './texts.ts';

/** The actions on one file or several, with their dialogs. */
export function useFileActions(projectId: string, tags: readonly Tag[], onCleared: () => void) {
  const [pending, setPending] = useState<{ action: FileAction; files: readonly ProjectFile[] }>();
  const toast = useToast();
  const addUploads = useAddUploads();
  const report = (verb: string) => ({
    onDone: (result: BulkResult) => toast({ text: describeResult(result, verb) }),
  });
  const transcribeFiles = useTranscribeFiles(projectId, report(texts.verbs.queued));
  const moveFiles = useMoveFiles(projectId, report(texts.verbs.moved));
  const deleteFiles = useDeleteFiles(projectId, report(texts.verbs.deleted));
  const rename = useRenameFile();
  const close = () => setPending(undefined);

  const start = (action: FileAction, files: readonly ProjectFile[]) => {
    if (action !== 'transcribe') return setPending({ action, files });
    const ready = files.filter((file) => canTranscribe(file) && file.transcription_status !== 'completed');
    if (ready.length > 0) transcribeFiles.mutate({ files: ready });
  };

  const files = pending?.files ?? [];
  const [first] = files;
  const count = texts.files2(files.length);
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
                onError: (error) => toast({ text: texts.theFileWasNotRenamed(errorMessage(error)) }),
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
            // The old file is gone: a canceled question must not lose the new one.
            addUploads(projectId, [picked], { ask: false });
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
        title={files.length === 1 ? texts.deleteThisFile : texts.deleteManyQuestion(count)}
        description={
          files.length === 1
            ? texts.deleteOneConsequence(first?.name ?? '')
            : texts.deleteManyConsequence(count)
        }
        action={texts.deleteMany(count)}
      />
    </>
  );
  return { start, dialogs };
}
