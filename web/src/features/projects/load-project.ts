import type { QueryClient } from '@tanstack/react-query';
import { projectQuery } from '../../data/projects.ts';
import { waitForData } from '../../lib/wait-for-data.ts';

export const loadProject = (queryClient: QueryClient, projectId: string): Promise<void> =>
  waitForData(queryClient.ensureQueryData(projectQuery(projectId)));
