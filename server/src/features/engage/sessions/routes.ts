import { type Route, route } from '../../../http/route.ts';
import type { ParticipantLinks } from '../participants/index.ts';
import { getTest } from '../tests/index.ts';
import type { CompletionDeps } from './complete.ts';
import { Session, SessionsQuery, TestSessionsQuery, toSession } from './schema.ts';
import { cancelSession, endSession, getSession } from './service.ts';
import { listSessions, type SessionRecord } from './store.ts';

interface SessionRoutesDeps extends CompletionDeps {
  participantLinks: ParticipantLinks;
}

export function sessionRoutes(deps: SessionRoutesDeps): Route[] {
  const one = { tag: 'Sessions', ids: { sessionId: 'session' }, data: Session, status: 200 } as const;
  const list = { tag: 'Sessions', method: 'GET', data: Session, status: 200, list: true } as const;
  const render = (session: SessionRecord) => toSession(session, deps.participantLinks);
  return [
    route({
      ...list,
      path: '/engage/sessions',
      operationId: 'listSessions',
      summary: 'List all sessions you can see',
      query: SessionsQuery,
      handler: async ({ db, principal, query }) => {
        const page = await listSessions(db, principal, query, undefined);
        return { data: page.rows.map(render), next_cursor: page.next_cursor };
      },
    }),
    route({
      ...list,
      path: '/engage/tests/{testId}/sessions',
      operationId: 'listTestSessions',
      summary: 'List the sessions of a test',
      ids: { testId: 'test' },
      query: TestSessionsQuery,
      handler: async (call) => {
        const { db, principal, params, query } = call;
        await getTest(call, params.testId);
        const page = await listSessions(db, principal, query, params.testId);
        return { data: page.rows.map(render), next_cursor: page.next_cursor };
      },
    }),
    route({
      ...one,
      method: 'GET',
      path: '/engage/sessions/{sessionId}',
      operationId: 'getSession',
      summary: 'Get a session',
      handler: async (call) => ({ data: render(await getSession(call, call.params.sessionId)) }),
    }),
    route({
      ...one,
      method: 'POST',
      path: '/engage/sessions/{sessionId}/cancel',
      operationId: 'cancelSession',
      summary: 'Cancel a session',
      description: 'A session that is canceled already is returned unchanged.',
      handler: async (call) => ({ data: render(await cancelSession(call, call.params.sessionId)) }),
    }),
    route({
      ...one,
      method: 'POST',
      path: '/engage/sessions/{sessionId}/complete',
      operationId: 'completeSession',
      summary: 'Complete a session',
      description:
        'Ends the interview and emits `engage.session.completed`. A session that is completed already is returned unchanged, without another event.',
      handler: async (call) => ({ data: render(await endSession(deps, call, call.params.sessionId)) }),
    }),
  ];
}
