import type { QueryClient } from '@tanstack/react-query';
import { isPreloaded } from '../lib/is-preloaded.ts';

const filePage = /^\/projects\/([^/]+)\/files\/([^/]+)\/?$/;

/**
 * The text of a file has no link in the HTML (see preloads.ts), because not every file has one. If the page of a file is the first
 * of a visit, its requests start here, before the router has started; the loader of the route waits for the same requests.
 */
export function startFirstPage(queryClient: QueryClient): void {
  const [, projectId, fileId] = filePage.exec(location.pathname) ?? [];
  if (!projectId || !fileId || !isPreloaded(`/app/v1/files/${fileId}`)) return;
  import('../features/file-page/load-file.ts').then(
    ({ loadFile }) => loadFile(queryClient, projectId, fileId),
    // The loader reports it.
    () => {},
  );
}
