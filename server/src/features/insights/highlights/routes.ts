import { type Route, route } from '../../../http/route.ts';
import { getProjectForRead } from '../../projects/index.ts';
import {
  Highlight,
  HighlightGroups,
  HighlightGroupsQuery,
  HighlightsQuery,
  toGroups,
  toHighlight,
} from './schema.ts';
import { groupHighlights, listHighlights } from './store.ts';

export function highlightRoutes(): Route[] {
  const ofProject = { method: 'GET', tag: 'Highlights', ids: { projectId: 'project' }, status: 200 } as const;
  return [
    route({
      ...ofProject,
      path: '/projects/{projectId}/highlights',
      operationId: 'listHighlights',
      summary: 'List the highlights of a project',
      description:
        'Each tagged passage, clip or response once, with all its tags. Suggested taggings, and tags on whole files, notes and cards are not highlights.',
      query: HighlightsQuery,
      data: Highlight,
      list: true,
      handler: async ({ db, principal, params, query }) => {
        const [, page] = await Promise.all([
          getProjectForRead(db, principal, params.projectId),
          listHighlights(db, params.projectId, query),
        ]);
        return { data: page.rows.map(toHighlight), next_cursor: page.next_cursor };
      },
    }),
    route({
      ...ofProject,
      path: '/projects/{projectId}/highlights/groups',
      operationId: 'groupHighlights',
      summary: 'Count the highlights of a project by group',
      description:
        'How many highlights each tag, person, file or mood has. A highlight with two tags is in both groups and counts once in `count`.',
      query: HighlightGroupsQuery,
      data: HighlightGroups,
      handler: async ({ db, principal, params, query }) => {
        const [, rows] = await Promise.all([
          getProjectForRead(db, principal, params.projectId),
          groupHighlights(db, params.projectId, query),
        ]);
        return { data: toGroups(params.projectId, query.group_by ?? 'tag', rows) };
      },
    }),
  ];
}
