import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, unwrap } from '../lib/api.ts';
import { type BulkResult, changeEach } from './change-each.ts';
import { changeTagOfFiles, type TagChange } from './file-tags.ts';
import { changeInLists, type ProjectFile, refetchFiles } from './files.ts';
import { keys } from './keys.ts';

export interface BulkCallbacks {
  onDone(result: BulkResult): void;
}

/** What a change looks like in the list before the server has answered; null removes the row. */
type Preview = (file: ProjectFile) => ProjectFile | null;

interface BulkAction<Input> {
  run(input: Input): Promise<BulkResult>;
  preview(input: Input): Preview;
  /** Other queries that show the result. */
  affects?(input: Input): readonly (readonly unknown[])[];
}

/** Changes several files. Lists show the change at once; what the server refused is taken back with its reason. */
function useBulk<Input extends { files: readonly ProjectFile[] }>(
  projectId: string,
  action: BulkAction<Input>,
  { onDone }: BulkCallbacks,
) {
  const queryClient = useQueryClient();
  const mutationKey = ['bulk-files', projectId];
  return useMutation({
    mutationKey,
    // In order: a tag that is added and removed at once is removed.
    scope: { id: mutationKey.join() },
    mutationFn: action.run,
    onMutate: async (input) => {
      await queryClient.cancelQueries({ queryKey: keys.files(projectId) });
      const ids = new Set(input.files.map(({ id }) => id));
      const preview = action.preview(input);
      changeInLists(queryClient, projectId, (file) => (ids.has(file.id) ? preview(file) : file));
    },
    onSuccess: onDone,
    onSettled: (_result, _error, input) =>
      Promise.all([
        // The last of several changes reads the list again; before that it would lack the changes that wait.
        ...(queryClient.isMutating({ mutationKey }) > 1 ? [] : [refetchFiles(queryClient, projectId)]),
        ...input.files.map(({ id }) => queryClient.invalidateQueries({ queryKey: keys.file(id) })),
        ...(action.affects?.(input) ?? []).map((queryKey) => queryClient.invalidateQueries({ queryKey })),
      ]),
  });
}

/** Adds one tag to the files or removes it. */
export const useTagFiles = (projectId: string, callbacks: BulkCallbacks) =>
  useBulk<TagChange>(
    projectId,
    {
      run: (change) => changeTagOfFiles(projectId, change),
      preview:
        ({ tagId, add }) =>
        (file) => {
          const others = file.tag_ids.filter((id) => id !== tagId);
          return { ...file, tag_ids: add ? [...others, tagId] : others };
        },
      affects: () => [keys.tags(projectId), keys.taggings(projectId)],
    },
    callbacks,
  );

export const useTranscribeFiles = (projectId: string, callbacks: BulkCallbacks) =>
  useBulk<{ files: readonly ProjectFile[] }>(
    projectId,
    {
      run: ({ files }) =>
        changeEach(files, (file) =>
          unwrap(
            api.POST('/v1/files/{fileId}/transcribe', {
              params: { path: { fileId: file.id } },
              body: { overwrite: file.transcription_status === 'failed' },
            }),
          ),
        ),
      preview: () => (file) => ({ ...file, transcription_status: 'queued' }),
    },
    callbacks,
  );

export const useMoveFiles = (projectId: string, callbacks: BulkCallbacks) =>
  useBulk<{ files: readonly ProjectFile[]; toProjectId: string }>(
    projectId,
    {
      run: ({ files, toProjectId }) =>
        changeEach(files, (file) =>
          unwrap(
            api.POST('/v1/files/{fileId}/move', {
              params: { path: { fileId: file.id } },
              body: { project_id: toProjectId },
            }),
          ),
        ),
      preview: () => () => null,
      affects: ({ toProjectId }) => [keys.files(toProjectId), keys.project(toProjectId)],
    },
    callbacks,
  );

export const useDeleteFiles = (projectId: string, callbacks: BulkCallbacks) =>
  useBulk<{ files: readonly ProjectFile[] }>(
    projectId,
    {
      run: ({ files }) =>
        changeEach(files, (file) =>
          unwrap(api.DELETE('/v1/files/{fileId}', { params: { path: { fileId: file.id } } })),
        ),
      preview: () => () => null,
      affects: () => [keys.clips(projectId), keys.board(projectId), keys.notes(projectId)],
    },
    callbacks,
  );
