import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { appFetch } from '../lib/api.ts';
import { keys } from './keys.ts';
import type { Project } from './projects.ts';

/** Only the browser adds the sample, so the route is not in openapi.json. */
export interface Sample {
  status: 'absent' | 'adding' | 'ready' | 'failed';
  project_id: string | null;
  progress: number;
}

const queryKey = keys.projects('sample');

export const sampleQuery = queryOptions({
  queryKey,
  queryFn: () => appFetch<Sample>('GET', '/v1/sample_project'),
  refetchInterval: ({ state }) => (state.data?.status === 'adding' ? 1_000 : false),
});

/** Starts to add the sample project. `sampleQuery` then shows the progress. */
export function useAddSample() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => appFetch<Sample>('POST', '/v1/sample_project'),
    onSuccess: (sample) => queryClient.setQueryData(queryKey, sample),
  });
}

export const isSample = ({ metadata }: Project): boolean => metadata.sample === 'true';
