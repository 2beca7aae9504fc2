import { queryOptions } from '@tanstack/react-query';
import { appFetch } from '../lib/api.ts';
import { keys } from './keys.ts';

/** What goes on in a project: its open study, and files that become transcripts. */
export interface ProjectState {
  project_id: string;
  transcribing_count: number;
  study: {
    name: string;
    completed_count: number;
    target_participants: number | null;
    deadline: string | null;
  } | null;
}

/** Only the browser reads it, so the route is not in openapi.json. */
export const projectStatesQuery = queryOptions({
  queryKey: keys.projects('states'),
  queryFn: async () => (await appFetch<{ projects: ProjectState[] }>('GET', '/v1/project_states')).projects,
  staleTime: 5_000,
});
