import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
  useSuspenseQuery,
} from '@tanstack/react-query';
import { api, type Schemas, unwrap } from '../lib/api.ts';
import { keys } from './keys.ts';
import { prefetched } from './prefetched.ts';

export type Project = Schemas['Project'];

export interface ProjectFilter {
  q: string;
  status: 'active' | 'archived' | 'deleted';
  ownerId?: string | undefined;
}

export const projectsQuery = ({ q, status, ownerId }: ProjectFilter) =>
  infiniteQueryOptions({
    queryKey: keys.projects('list', { q, status, ownerId }),
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      unwrap(
        api.GET('/v1/projects', {
          params: {
            query: {
              q: q || undefined,
              ...(status === 'deleted' ? { deleted: true } : { status }),
              owner_id: ownerId,
              sort: '-updated_at',
              limit: 25,
              cursor: pageParam,
            },
          },
        }),
      ),
    getNextPageParam: (page) => page.meta.next_cursor ?? undefined,
    // While a search loads, the previous rows stay visible, but only rows with the same status.
    placeholderData: (previous, query) => (query?.queryKey[2].status === status ? previous : undefined),
  });

export const projectQuery = (projectId: string) =>
  queryOptions({
    queryKey: keys.project(projectId),
    queryFn: async () =>
      (await unwrap(api.GET('/v1/projects/{projectId}', { params: { path: { projectId } } }))).data,
    ...prefetched,
  });

/** The project of the current page, which the layout of the project has loaded. */
export const useProject = (projectId: string): Project => useSuspenseQuery(projectQuery(projectId)).data;

/** Updates the cache after a change: stores the changed project and refetches the lists. */
function useUpdateProjectCache() {
  const queryClient = useQueryClient();
  return async (project?: Project) => {
    if (project) queryClient.setQueryData(projectQuery(project.id).queryKey, project);
    await queryClient.invalidateQueries({ queryKey: keys.projects() });
  };
}

export function useCreateProject() {
  const updateCache = useUpdateProjectCache();
  return useMutation({
    mutationFn: async (body: { name: string; description: string | null }) =>
      (await unwrap(api.POST('/v1/projects', { body }))).data,
    onSuccess: updateCache,
  });
}

export type ProjectChange = Partial<
  Pick<Project, 'name' | 'description' | 'status' | 'visibility' | 'member_ids' | 'language'>
>;

export function useUpdateProject(projectId: string) {
  const updateCache = useUpdateProjectCache();
  return useMutation({
    mutationFn: async (body: ProjectChange) =>
      (await unwrap(api.PATCH('/v1/projects/{projectId}', { params: { path: { projectId } }, body }))).data,
    onSuccess: updateCache,
  });
}

/** The callbacks also run if the component has been removed, as the row of a deleted project is. */
interface MutationCallbacks<Input> {
  onDone(project: Input): void;
  onFailed(error: Error, project: Input): void;
}

export function useDeleteProject({ onDone, onFailed }: MutationCallbacks<Project>) {
  const updateCache = useUpdateProjectCache();
  return useMutation({
    mutationFn: ({ id }: Project) =>
      unwrap(api.DELETE('/v1/projects/{projectId}', { params: { path: { projectId: id } } })),
    onSuccess: async (_body, project) => {
      onDone(project);
      await updateCache();
    },
    onError: onFailed,
  });
}

const restoreMs = 30 * 86_400_000;

/** When the server deletes the project for good. */
export const restorableUntil = ({ deleted_at, updated_at }: Project): string =>
  new Date(Date.parse(deleted_at ?? updated_at) + restoreMs).toISOString();

export function useRestoreProject({ onDone, onFailed }: MutationCallbacks<Project>) {
  const updateCache = useUpdateProjectCache();
  return useMutation({
    mutationFn: async ({ id }: Project) =>
      (await unwrap(api.POST('/v1/projects/{projectId}/restore', { params: { path: { projectId: id } } })))
        .data,
    onSuccess: async (restored) => {
      await updateCache(restored);
      onDone(restored);
    },
    onError: onFailed,
  });
}
