import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { InsightsSearch, SearchChange } from './insights-search.ts';

/** Changes the state of the page in its URL. */
export function useUrlState(projectId: string) {
  const navigate = useNavigate();
  return useCallback(
    (change: SearchChange, { replace = true } = {}): void => {
      void navigate({
        to: '/projects/$projectId/insights',
        params: { projectId },
        search: (before) => ({ ...before, ...change }) as InsightsSearch,
        replace,
        resetScroll: false,
      });
    },
    [navigate, projectId],
  );
}

export type ChangeSearch = ReturnType<typeof useUrlState>;
