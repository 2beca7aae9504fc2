import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, type Schemas, unwrap } from '../lib/api.ts';
import { keys } from './keys.ts';

export type Note = Schemas['Note'];

/** All notes about a file: pinned ones first, then by time. */
export const fileNotesQuery = (projectId: string, fileId: string) =>
  queryOptions({
    queryKey: keys.notes(projectId, { fileId }),
    queryFn: async () => {
      const notes: Note[] = [];
      let cursor: string | undefined;
      do {
        const page = await unwrap(
          api.GET('/v1/projects/{projectId}/notes', {
            params: { path: { projectId }, query: { file_id: fileId, limit: 100, cursor } },
          }),
        );
        notes.push(...page.data);
        cursor = page.meta.next_cursor ?? undefined;
      } while (cursor);
      return inOrder(notes);
    },
  });

/** Pinned ones first, then by the moment they are about; notes about the whole file come before. */
export const inOrder = (notes: Note[]): Note[] =>
  notes.toSorted(
    (a, b) =>
      Number(b.pinned) - Number(a.pinned) ||
      (a.start_seconds ?? -1) - (b.start_seconds ?? -1) ||
      a.created_at.localeCompare(b.created_at),
  );

/** Shows changes at once and takes them back if the server refuses them. */
function useFileNotes(projectId: string, fileId: string) {
  const client = useQueryClient();
  const { queryKey } = fileNotesQuery(projectId, fileId);
  return {
    async change(change: (notes: Note[]) => Note[]) {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData(queryKey);
      client.setQueryData(queryKey, (notes) => notes && inOrder(change(notes)));
      return before;
    },
    restore: (before: Note[] | undefined) => client.setQueryData(queryKey, before),
    refresh: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: keys.notes(projectId) }),
        client.invalidateQueries({ queryKey: keys.material(fileId) }),
        client.invalidateQueries({ queryKey: keys.project(projectId) }),
      ]),
  };
}

export interface NewNote {
  body: string;
  start_seconds: number | null;
  end_seconds: number | null;
  pinned?: boolean;
  title?: string | null;
  tag_ids?: string[];
}

export function useCreateFileNote(projectId: string, fileId: string) {
  const cache = useFileNotes(projectId, fileId);
  return useMutation({
    mutationFn: async (note: NewNote) =>
      (
        await unwrap(
          api.POST('/v1/projects/{projectId}/notes', {
            params: { path: { projectId } },
            body: { ...note, file_id: fileId },
          }),
        )
      ).data,
    onSuccess: (note) => cache.change((notes) => [...notes, note]),
    onSettled: () => void cache.refresh(),
  });
}

/** `expected_version` makes the server refuse the change of a note that another person has changed meanwhile. */
export function useChangeFileNote(projectId: string, fileId: string) {
  const cache = useFileNotes(projectId, fileId);
  return useMutation({
    mutationFn: async ({ note, ...change }: { note: Note; body?: string; pinned?: boolean }) =>
      (
        await unwrap(
          api.PATCH('/v1/notes/{noteId}', {
            params: { path: { noteId: note.id } },
            body: { ...change, ...(change.body === undefined ? {} : { expected_version: note.version }) },
          }),
        )
      ).data,
    onMutate: ({ note, ...change }) =>
      cache.change((notes) => notes.map((other) => (other.id === note.id ? { ...other, ...change } : other))),
    onError: (_error, _input, before) => cache.restore(before),
    onSuccess: (changed) =>
      cache.change((notes) => notes.map((other) => (other.id === changed.id ? changed : other))),
    onSettled: () => void cache.refresh(),
  });
}

export function useDeleteFileNote(projectId: string, fileId: string) {
  const cache = useFileNotes(projectId, fileId);
  return useMutation({
    mutationFn: ({ id }: Note) =>
      unwrap(api.DELETE('/v1/notes/{noteId}', { params: { path: { noteId: id } } })),
    onMutate: ({ id }) => cache.change((notes) => notes.filter((other) => other.id !== id)),
    onError: (_error, _input, before) => cache.restore(before),
    onSettled: () => void cache.refresh(),
  });
}
