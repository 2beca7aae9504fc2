import {
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { api, type Schemas, unwrap } from '../lib/api.ts';
import { ApiError } from '../lib/errors.ts';
import { keys } from './keys.ts';

export type Note = Schemas['Note'];

export interface NoteFilter {
  q: string;
  file: string;
  tag: string;
}

const queryOf = ({ q, file, tag }: NoteFilter) => ({
  q: q || undefined,
  file_id: file || undefined,
  tag_id: tag || undefined,
});

/** Notes that are not pinned, the last changed first. */
export const notesQuery = (projectId: string, filter: NoteFilter) =>
  infiniteQueryOptions({
    queryKey: keys.notes(projectId, 'list', filter),
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      unwrap(
        api.GET('/v1/projects/{projectId}/notes', {
          params: {
            path: { projectId },
            query: { ...queryOf(filter), pinned: false, sort: '-updated_at', limit: 50, cursor: pageParam },
          },
        }),
      ),
    getNextPageParam: (page) => page.meta.next_cursor ?? undefined,
    // While a search loads, the previous notes of the same project stay visible.
    placeholderData: (previous, query) => (query?.queryKey[1] === projectId ? previous : undefined),
  });

/** Pinned notes stand above the others. A project has few of them. */
export const pinnedNotesQuery = (projectId: string, filter: NoteFilter) =>
  queryOptions({
    queryKey: keys.notes(projectId, 'pinned', filter),
    queryFn: async () =>
      (
        await unwrap(
          api.GET('/v1/projects/{projectId}/notes', {
            params: {
              path: { projectId },
              query: { ...queryOf(filter), pinned: true, sort: '-updated_at', limit: 100 },
            },
          }),
        )
      ).data,
  });

export const noteQuery = (projectId: string, noteId: string) =>
  queryOptions({
    queryKey: keys.notes(projectId, 'one', noteId),
    queryFn: () => readNote(noteId),
  });

export const readNote = async (noteId: string): Promise<Note> =>
  (await unwrap(api.GET('/v1/notes/{noteId}', { params: { path: { noteId } } }))).data;

export type NewNote = Partial<
  Pick<Note, 'title' | 'file_id' | 'start_seconds' | 'end_seconds' | 'tag_ids' | 'pinned'>
> & { body: string };

export function useCreateNote(projectId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (body: NewNote) =>
      (await unwrap(api.POST('/v1/projects/{projectId}/notes', { params: { path: { projectId } }, body })))
        .data,
    onSuccess: (note) => {
      queryClient.setQueryData(noteQuery(projectId, note.id).queryKey, note);
      return refreshNotes(queryClient, projectId);
    },
  });
}

export type NoteChange = Partial<Pick<Note, 'title' | 'body' | 'tag_ids' | 'pinned'>> & {
  /** The change is refused if the note has another version. */
  expected_version?: number;
};

export function useChangeNote(projectId: string, noteId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (body: NoteChange) =>
      (await unwrap(api.PATCH('/v1/notes/{noteId}', { params: { path: { noteId } }, body }))).data,
    onSuccess: (note) => {
      queryClient.setQueryData(noteQuery(projectId, note.id).queryKey, note);
      return refreshNotes(queryClient, projectId);
    },
  });
}

export function useDeleteNote(projectId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (note: Note) =>
      unwrap(api.DELETE('/v1/notes/{noteId}', { params: { path: { noteId: note.id } } })),
    onSuccess: (_answer, note) => {
      queryClient.removeQueries({ queryKey: noteQuery(projectId, note.id).queryKey });
      return refreshNotes(queryClient, projectId);
    },
  });
}

/** What creates a deleted note again. */
export const copyOf = (note: Note): NewNote => ({
  title: note.title,
  body: note.body,
  tag_ids: note.tag_ids,
  pinned: note.pinned,
  // A note about a deleted file can no longer refer to it.
  ...(note.source_deleted || note.file_id === null
    ? {}
    : { file_id: note.file_id, start_seconds: note.start_seconds, end_seconds: note.end_seconds }),
});

/** Whether the API refused a change because the note was changed in the meantime. */
export const isNoteConflict = (error: unknown): boolean =>
  error instanceof ApiError && error.details.some(({ field }) => field === 'expected_version');

const refreshNotes = (queryClient: QueryClient, projectId: string) =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: keys.notes(projectId, 'list') }),
    queryClient.invalidateQueries({ queryKey: keys.notes(projectId, 'pinned') }),
    queryClient.invalidateQueries({ queryKey: keys.project(projectId) }),
    queryClient.invalidateQueries({ queryKey: ['material'] }),
  ]);
