import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, get, type Project } from '../../lib/api.ts';
import { useTell } from '../../ui/toasts.tsx';

export interface ProjectFilter {
  q: string;
  status: 'active' | 'archived';
}

export const projectsQuery = ({ q, status }: ProjectFilter) =>
  infiniteQueryOptions({
    queryKey: ['projects', { q, status }] as const,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      get(
        api.GET('/v1/projects', {
          params: { query: { q: q || undefined, status, sort: '-updated_at', limit: 25, cursor: pageParam } },
        }),
      ),
    getNextPageParam: (page) => page.meta.next_cursor ?? undefined,
    // While a search loads, the rows before it stay; active projects never stand in for archived ones.
    placeholderData: (before, query) => (query?.queryKey[1].status === status ? before : undefined),
  });

export const projectQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['project', projectId],
    queryFn: async () =>
      (await get(api.GET('/v1/projects/{projectId}', { params: { path: { projectId } } }))).data,
  });

export const lanesQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['lanes', projectId],
    queryFn: async () =>
      (
        await get(
          api.GET('/v1/projects/{projectId}/lanes', {
            params: { path: { projectId }, query: { limit: 100 } },
          }),
        )
      ).data,
  });

function useProjectsChanged() {
  const queries = useQueryClient();
  return async (project?: Project) => {
    if (project) queries.setQueryData(projectQuery(project.id).queryKey, project);
    await queries.invalidateQueries({ queryKey: ['projects'] });
  };
}

export function useCreateProject() {
  const changed = useProjectsChanged();
  return useMutation({
    mutationFn: async (body: { name: string; description: string | null }) =>
      (await get(api.POST('/v1/projects', { body }))).data,
    onSuccess: changed,
  });
}

export type ProjectChange = Partial<
  Pick<Project, 'name' | 'description' | 'status' | 'visibility' | 'member_ids' | 'language'>
>;

export function useChangeProject(projectId: string) {
  const changed = useProjectsChanged();
  return useMutation({
    mutationFn: async (body: ProjectChange) =>
      (await get(api.PATCH('/v1/projects/{projectId}', { params: { path: { projectId } }, body }))).data,
    onSuccess: changed,
  });
}

/** Deleting takes effect at once and can be undone: the server keeps what was deleted for 30 days. */
export function useDeleteProject() {
  const changed = useProjectsChanged();
  const tell = useTell();
  const restore = useMutation({
    mutationFn: async (projectId: string) =>
      (await get(api.POST('/v1/projects/{projectId}/restore', { params: { path: { projectId } } }))).data,
    onSuccess: async (project) => {
      await changed(project);
      tell({ text: `“${project.name}” is back.` });
    },
    onError: (error) => tell({ text: `It could not be restored: ${error.message}` }),
  });
  return useMutation({
    mutationFn: ({ id }: Project) =>
      get(api.DELETE('/v1/projects/{projectId}', { params: { path: { projectId: id } } })),
    onSuccess: async (_answer, { id, name }) => {
      tell({ text: `Deleted “${name}”.`, action: { label: 'Undo', run: () => restore.mutate(id) } });
      await changed();
    },
    onError: (error, { name }) => tell({ text: `“${name}” was not deleted: ${error.message}` }),
  });
}
