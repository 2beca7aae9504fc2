import { type Route, route } from '../../../http/route.ts';
import { SearchHit, SearchQuery, toHit } from './schema.ts';
import { type SearchDeps, search } from './service.ts';

export function searchRoutes({ publicUrl, ...deps }: SearchDeps & { publicUrl: string }): Route[] {
  return [
    route({
      method: 'GET',
      path: '/search',
      operationId: 'search',
      tag: 'Search',
      summary: 'Search all projects that you can access',
      description:
        'Segments of transcripts, notes, cards, reports and responses, and the names of projects, files, tags, clips, tests and participants, the best match first. Works in any language and ignores case and accents. With `mode`, segments are also found by their meaning, a few seconds after they were written.',
      status: 200,
      query: SearchQuery,
      data: SearchHit,
      list: true,
      handler: async (call) => {
        const { hits, next_cursor } = await search(deps, call, call.query);
        return { data: hits.map((hit) => toHit(hit, publicUrl)), next_cursor };
      },
    }),
  ];
}
