import Type from 'typebox';
import { type Route, route } from '../../../http/route.ts';
import { Id, messageKeyword } from '../../../http/schema.ts';
import { getProjectForRead } from '../../projects/index.ts';
import { closePage, listPeople, openPage, renewPage } from './store.ts';

const TabId = Type.Object({
  tabId: Type.String({
    pattern: '^[a-z0-9-]{8,40}$',
    [messageKeyword]: 'Use 8 to 40 lower-case letters, digits and hyphens.',
    description: 'Chosen by the tab when it opens.',
  }),
});

const Page = Type.Object(
  {
    page: Type.String({
      pattern: '^[a-z-]{1,30}(/[a-z0-9_]{1,60})?$',
      [messageKeyword]: 'Use the name of a page, with the id of its record if it has one, such as board.',
      maxLength: 100,
      description: 'Which page of the project.',
      examples: ['board', 'files/fil_01k9p3v7e8r5ys1q2w4x6z8abc'],
    }),
  },
  { additionalProperties: false },
);

const Person = Type.Object({ id: Id('user'), name: Type.String({ description: 'The name of the member.' }) });

/** Who else is on a page. Only for the browser. A viewer is on a page, too. */
export const presenceRoutes = (): Route[] => [
  route({
    method: 'PUT',
    path: '/projects/{projectId}/presence/{tabId}',
    operationId: 'announcePage',
    tag: 'Events',
    summary: 'Say which page a tab shows, and read who else is on it',
    appOnly: true,
    status: 200,
    ids: { projectId: 'project' },
    params: TabId,
    body: Page,
    data: Type.Array(Person),
    requireReplayRole: () => {},
    handler: async ({ db, principal, params: { projectId, tabId }, body, now }) => {
      await getProjectForRead(db, principal, projectId);
      const open = { user_id: principal.user_id, tab_id: tabId, project_id: projectId, page: body.page };
      if (!(await renewPage(db, open, now))) await db.transaction((tx) => openPage(tx, open, now));
      return { data: await listPeople(db, open, now) };
    },
  }),
  route({
    method: 'DELETE',
    path: '/projects/{projectId}/presence/{tabId}',
    operationId: 'leavePage',
    tag: 'Events',
    summary: 'Say that a tab shows no page of the project any more',
    appOnly: true,
    status: 200,
    ids: { projectId: 'project' },
    params: TabId,
    data: Type.Object({ left: Type.Literal(true) }),
    requireReplayRole: () => {},
    handler: async ({ db, principal, params }) => {
      const { projectId: project_id, tabId: tab_id } = params;
      // Only an own tab. Who has lost the access to the project leaves, too.
      await closePage(db, { user_id: principal.user_id, tab_id, project_id });
      return { data: { left: true } };
    },
  }),
];
