import { queryOptions } from '@tanstack/react-query';
import { appFetch } from '../lib/api.ts';
import { keys } from './keys.ts';

export interface PersonOnPage {
  id: string;
  name: string;
}

/** The server forgets a tab that says nothing for a minute. */
const announceMs = 25_000;

/** Identifies this tab until it is closed or loads again. */
const tabId = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;

/** Says that this tab shows a page of the project, and reads who else is on it. A hidden tab is silent. */
export const presenceQuery = (projectId: string, page: string) =>
  queryOptions({
    queryKey: keys.presence(projectId, page),
    queryFn: () => appFetch<PersonOnPage[]>('PUT', `/v1/projects/${projectId}/presence/${tabId}`, { page }),
    refetchInterval: announceMs,
    refetchOnWindowFocus: 'always',
    staleTime: announceMs,
    // A page that is opened again asks again.
    gcTime: 0,
    retry: false,
  });

/** Says that this tab shows no page of the project any more, even while it is closing. */
export function leaveProject(projectId: string): void {
  void fetch(`/app/v1/projects/${projectId}/presence/${tabId}`, { method: 'DELETE', keepalive: true }).catch(
    () => {},
  );
}

/** The page of an address in a project, such as `board` or `files/fil_1`. */
export function pageOf(pathname: string): string | undefined {
  const page = pathname.split('/').slice(3, 5).filter(Boolean).join('/') || 'overview';
  return /^[a-z-]{1,30}(\/[a-z0-9_]{1,60})?$/.test(page) ? page : undefined;
}
