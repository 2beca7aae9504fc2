import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, unwrap } from '../lib/api.ts';
import { ApiError } from '../lib/errors.ts';
import { type FilePages, type ProjectFile, refetchFiles } from './files.ts';
import { keys } from './keys.ts';

export interface BulkResult {
  done: ProjectFile[];
  failed: { file: ProjectFile; reason: string }[];
}

export interface BulkCallbacks {
  onDone(result: BulkResult): void;
}

/** Requests at once. */
const parallel = 4;

/** The details of a refusal say more than its message. */
const reasonOf = (error: unknown): string =>
  error instanceof ApiError
    ? error.details.map(({ message }) => message).join(' ') || error.message
    : 'Parley can’t be reached.';

async function runAll(
  files: readonly ProjectFile[],
  run: (file: ProjectFile) => Promise<unknown>,
): Promise<BulkResult> {
  const result: BulkResult = { done: [], failed: [] };
  const waiting = [...files];
  const work = async () => {
    for (let file = waiting.shift(); file; file = waiting.shift()) {
      try {
        await run(file);
        result.done.push(file);
      } catch (error) {
        result.failed.push({ file, reason: reasonOf(error) });
      }
    }
  };
  await Promise.all(Array.from({ length: parallel }, work));
  return result;
}

/** What a change looks like in the list before the server has answered; null removes the row. */
type Preview = (file: ProjectFile) => ProjectFile | null;

const preview = (pages: FilePages | undefined, ids: ReadonlySet<string>, change: Preview) =>
  pages && {
    ...pages,
    pages: pages.pages.map((page) => ({
      ...page,
      data: page.data.flatMap((file) => {
        const shown = ids.has(file.id) ? change(file) : file;
        return shown ? [shown] : [];
      }),
    })),
  };

interface BulkAction<Input> {
  run(input: Input, file: ProjectFile): Promise<unknown>;
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
  return useMutation({
    mutationFn: (input: Input) => runAll(input.files, (file) => action.run(input, file)),
    onMutate: async (input) => {
      const queryKey = keys.files(projectId);
      await queryClient.cancelQueries({ queryKey });
      const ids = new Set(input.files.map(({ id }) => id));
      queryClient.setQueriesData<FilePages>({ queryKey }, (pages) =>
        preview(pages, ids, action.preview(input)),
      );
    },
    onSuccess: onDone,
    onSettled: (_result, _error, input) =>
      Promise.all([
        refetchFiles(queryClient, projectId),
        ...input.files.map(({ id }) => queryClient.invalidateQueries({ queryKey: keys.file(id) })),
        ...(action.affects?.(input) ?? []).map((queryKey) => queryClient.invalidateQueries({ queryKey })),
      ]),
  });
}

/** Gives each file the tags that it has in the input. */
export const useSetFileTags = (projectId: string, callbacks: BulkCallbacks) =>
  useBulk<{ files: readonly ProjectFile[] }>(
    projectId,
    {
      run: (_input, { id, tag_ids }) =>
        unwrap(api.PATCH('/v1/files/{fileId}', { params: { path: { fileId: id } }, body: { tag_ids } })),
      preview: ({ files }) => {
        const wanted = new Map(files.map((file) => [file.id, file.tag_ids]));
        return (file) => ({ ...file, tag_ids: wanted.get(file.id) ?? file.tag_ids });
      },
      affects: () => [keys.tags(projectId), keys.taggings(projectId)],
    },
    callbacks,
  );

export const useTranscribeFiles = (projectId: string, callbacks: BulkCallbacks) =>
  useBulk<{ files: readonly ProjectFile[] }>(
    projectId,
    {
      run: (_input, file) =>
        unwrap(
          api.POST('/v1/files/{fileId}/transcribe', {
            params: { path: { fileId: file.id } },
            body: { overwrite: file.transcription_status === 'failed' },
          }),
        ),
      preview: () => (file) => ({ ...file, transcription_status: 'queued' }),
    },
    callbacks,
  );

export const useMoveFiles = (projectId: string, callbacks: BulkCallbacks) =>
  useBulk<{ files: readonly ProjectFile[]; toProjectId: string }>(
    projectId,
    {
      run: ({ toProjectId }, file) =>
        unwrap(
          api.POST('/v1/files/{fileId}/move', {
            params: { path: { fileId: file.id } },
            body: { project_id: toProjectId },
          }),
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
      run: (_input, file) =>
        unwrap(api.DELETE('/v1/files/{fileId}', { params: { path: { fileId: file.id } } })),
      preview: () => () => null,
      affects: () => [keys.clips(projectId), keys.board(projectId), keys.notes(projectId)],
    },
    callbacks,
  );

/** Renames one file; the same rules as for several. */
export const useRenameFiles = (projectId: string, callbacks: BulkCallbacks) =>
  useBulk<{ files: readonly ProjectFile[]; name: string }>(
    projectId,
    {
      run: ({ name }, file) =>
        unwrap(api.PATCH('/v1/files/{fileId}', { params: { path: { fileId: file.id } }, body: { name } })),
      preview:
        ({ name }) =>
        (file) => ({ ...file, name }),
    },
    callbacks,
  );
