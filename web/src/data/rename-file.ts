import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, unwrap } from '../lib/api.ts';
import { type File, fileQuery, invalidateFile } from './file.ts';
import { changeInLists } from './files.ts';
import { keys } from './keys.ts';

/** The name changes at once, on the page of the file and in lists, and changes back if the server refuses it. */
export function useRenameFile() {
  const queryClient = useQueryClient();
  const show = ({ id, project_id }: File, name: string) => {
    queryClient.setQueryData(fileQuery(id).queryKey, (file) => file && { ...file, name });
    changeInLists(queryClient, project_id, (file) => (file.id === id ? { ...file, name } : file));
  };
  return useMutation({
    mutationFn: ({ file, name }: { file: File; name: string }) =>
      unwrap(api.PATCH('/v1/files/{fileId}', { params: { path: { fileId: file.id } }, body: { name } })),
    onMutate: async ({ file, name }) => {
      await Promise.all([
        queryClient.cancelQueries({ queryKey: keys.file(file.id) }),
        queryClient.cancelQueries({ queryKey: keys.files(file.project_id) }),
      ]);
      show(file, name);
    },
    onError: (_error, { file }) => show(file, file.name),
    onSettled: (_response, _error, { file }) => invalidateFile(queryClient, file),
  });
}
