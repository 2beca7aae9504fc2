import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '../lib/api.ts';
import { keys } from './keys.ts';

export interface NamedRecord {
  id: string;
  name: string;
}

/** More files than this are found with the search of the files page. */
const filesMax = 500;

/** The files of a project by name, to choose from. */
export const fileChoicesQuery = (projectId: string) =>
  queryOptions({
    queryKey: keys.files(projectId, 'choices'),
    queryFn: async () => {
      const files: NamedRecord[] = [];
      let cursor: string | undefined;
      do {
        const page = await unwrap(
          api.GET('/v1/projects/{projectId}/files', {
            params: { path: { projectId }, query: { sort: 'name', limit: 100, cursor } },
          }),
        );
        files.push(...page.data.map(({ id, name }) => ({ id, name })));
        cursor = page.meta.next_cursor ?? undefined;
      } while (cursor && files.length < filesMax);
      return files;
    },
    staleTime: 60_000,
  });

/** The latest tests of a project, to choose from. */
export const testChoicesQuery = (projectId: string) =>
  queryOptions({
    queryKey: keys.tests(projectId, 'choices'),
    queryFn: async (): Promise<NamedRecord[]> => {
      const { data } = await unwrap(
        api.GET('/v1/projects/{projectId}/tests', { params: { path: { projectId }, query: { limit: 100 } } }),
      );
      return data.map(({ id, name }) => ({ id, name }));
    },
    staleTime: 60_000,
  });
