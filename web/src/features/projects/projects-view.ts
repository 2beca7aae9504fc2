import type { QueryClient } from '@tanstack/react-query';
import { meQuery } from '../../data/me.ts';
import { type ProjectFilter, projectsQuery } from '../../data/projects.ts';
import { waitForData } from '../../lib/wait-for-data.ts';

/** The part of the address that describes the view. */
export interface ProjectsView {
  q?: string | undefined;
  status?: 'archived' | 'deleted' | undefined;
  owner?: 'me' | undefined;
  /** Opens the form for a new project. */
  new?: true | undefined;
}

export const parseProjectsView = (search: Record<string, unknown>): ProjectsView => ({
  ...(typeof search.q === 'string' && search.q ? { q: search.q.slice(0, 200) } : {}),
  ...(search.status === 'archived' || search.status === 'deleted' ? { status: search.status } : {}),
  ...(search.owner === 'me' ? { owner: 'me' } : {}),
  ...(search.new === true ? { new: true } : {}),
});

export const filterOf = ({ q, status, owner }: ProjectsView, userId: string): ProjectFilter => ({
  q: q ?? '',
  status: status ?? 'active',
  ownerId: owner === 'me' ? userId : undefined,
});

export async function loadProjects(queryClient: QueryClient, view: ProjectsView): Promise<void> {
  const { id: userId } = await queryClient.ensureQueryData(meQuery);
  await waitForData(queryClient.ensureInfiniteQueryData(projectsQuery(filterOf(view, userId))));
}
