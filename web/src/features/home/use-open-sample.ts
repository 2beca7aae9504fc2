import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { keys } from '../../data/keys.ts';
import { sampleQuery } from '../../data/sample.ts';

/** Opens the sample project when it is ready, for a user who waits for it on this page. */
export function useOpenSample(): void {
  const { data: sample } = useQuery(sampleQuery);
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const waiting = useRef(false);
  const status = sample?.status;
  const projectId = sample?.project_id;
  useEffect(() => {
    if (status === 'adding') waiting.current = true;
    if (status !== 'ready' || !waiting.current) return;
    waiting.current = false;
    void queryClient.invalidateQueries({ queryKey: keys.projects() });
    if (projectId) void navigate({ to: '/projects/$projectId', params: { projectId } });
  }, [status, projectId, navigate, queryClient]);
}
