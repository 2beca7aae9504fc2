import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '../lib/api.ts';
import { keys } from './keys.ts';

/** The most files that one report can be limited to. */
const filesMax = 1_000;

/** The names of the files that a report can read, to choose some of them. */
export const transcribedFilesQuery = (projectId: string) =>
  queryOptions({
    queryKey: keys.files(projectId, 'transcribed'),
    queryFn: async () => {
      const files: { id: string; name: string }[] = [];
      let cursor: string | undefined;
      do {
        const page = await unwrap(
          api.GET('/v1/projects/{projectId}/files', {
            params: {
              path: { projectId },
              query: { transcription_status: 'completed', sort: 'name', limit: 100, cursor },
            },
          }),
        );
        files.push(...page.data.map(({ id, name }) => ({ id, name })));
        cursor = page.meta.next_cursor ?? undefined;
      } while (cursor && files.length < filesMax);
      return files;
    },
    staleTime: 60_000,
  });
