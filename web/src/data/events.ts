import { queryOptions } from '@tanstack/react-query';
import { api, type Schemas, unwrap } from '../lib/api.ts';
import { keys } from './keys.ts';

export type Event = Schemas['Event'];

/** The latest events of a project, or of all projects. */
export const eventsQuery = (projectId?: string) =>
  queryOptions({
    queryKey: keys.events(projectId ?? 'all'),
    queryFn: async () =>
      (await unwrap(api.GET('/v1/events', { params: { query: { limit: 30, project_id: projectId } } }))).data,
    staleTime: 5_000,
    refetchInterval: 30_000,
  });
