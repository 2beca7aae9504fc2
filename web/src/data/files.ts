import type { paths } from '@parley/sdk';
import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { api, type Schemas, unwrap } from '../lib/api.ts';
import { type File, isTranscribing } from './file.ts';
import { keys } from './keys.ts';

/** A file in a list. */
export type ProjectFile = Schemas['ListedFile'];

/** The tags of the whole file, then those of its passages and clips. */
export const tagIdsOf = ({ tag_ids, highlight_tag_ids }: ProjectFile): string[] => [
  ...new Set([...tag_ids, ...highlight_tag_ids]),
];

export type FileKind = File['kind'];

export interface FileFilter {
  q: string;
  kind: string;
  status: string;
  transcription: string;
  tag: string;
  sort: FileSort;
}

export const fileSorts = ['-created_at', 'created_at', 'name', '-name', '-updated_at'] as const;
export type FileSort = (typeof fileSorts)[number];

const pageSize = 50;
/** Live updates refetch the list. This is for the time when they do not arrive. */
const refetchMs = 8_000;

export const filesQuery = (projectId: string, filter: FileFilter) =>
  infiniteQueryOptions({
    queryKey: keys.files(projectId, filter),
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      unwrap(
        api.GET('/v1/projects/{projectId}/files', {
          params: {
            path: { projectId },
            query: {
              q: filter.q || undefined,
              kind: filter.kind || undefined,
              status: filter.status || undefined,
              transcription_status: filter.transcription || undefined,
              used_tag_id: filter.tag || undefined,
              sort: filter.sort,
              limit: pageSize,
              cursor: pageParam,
            },
          },
        }),
      ),
    getNextPageParam: (page) => page.meta.next_cursor ?? undefined,
    // While a search loads, the previous rows of the same project stay visible.
    placeholderData: (previous, query) => (query?.queryKey[1] === projectId ? previous : undefined),
    refetchInterval: ({ state }) => (hasWork(state.data) ? refetchMs : false),
  });

export type FilePages = InfiniteData<
  { data: ProjectFile[]; meta: { next_cursor: string | null } },
  string | undefined
>;

/** Whether the server is processing or transcribing the file. */
export const isWorking = (file: ProjectFile): boolean =>
  file.status === 'processing' || (file.status === 'ready' && isTranscribing(file));

const hasWork = (pages: FilePages | undefined) =>
  pages?.pages.some((page) => page.data.some(isWorking)) ?? false;

const transcribable = new Set<FileKind>(['video', 'audio', 'pdf', 'document']);

export const isTranscribable = ({ kind }: ProjectFile): boolean => transcribable.has(kind);

/** Whether a transcription can start now. */
export const canTranscribe = (file: ProjectFile): boolean =>
  file.status === 'ready' && isTranscribable(file) && !isTranscribing(file);

export type NewFile = NonNullable<
  paths['/v1/projects/{projectId}/files']['post']['requestBody']
>['content']['application/json'];

/** Adds a file from a URL, a text or a transcript. */
export function useCreateFile(projectId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (body: NewFile) =>
      (await unwrap(api.POST('/v1/projects/{projectId}/files', { params: { path: { projectId } }, body })))
        .data,
    onSuccess: () => refetchFiles(queryClient, projectId),
  });
}

/** Changes what all lists of the project show, before the server has responded; null removes the file. */
export function changeInLists(
  queryClient: QueryClient,
  projectId: string,
  change: (file: ProjectFile) => ProjectFile | null,
): void {
  const changeAll = (files: ProjectFile[]) =>
    files.flatMap((file) => {
      const changed = change(file);
      return changed ? [changed] : [];
    });
  // The overview has its last files in one list; the page of the files has pages.
  queryClient.setQueriesData<FilePages | ProjectFile[]>({ queryKey: keys.files(projectId) }, (list) => {
    if (!list) return undefined;
    if (Array.isArray(list)) return changeAll(list);
    return { ...list, pages: list.pages.map((page) => ({ ...page, data: changeAll(page.data) })) };
  });
}

/** Refetches the lists of files of a project and its counts. */
export const refetchFiles = (queryClient: QueryClient, projectId: string) =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: keys.files(projectId) }),
    queryClient.invalidateQueries({ queryKey: keys.project(projectId) }),
  ]);
