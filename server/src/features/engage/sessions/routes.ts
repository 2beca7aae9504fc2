import type { Researcher } from '../../../foundation/principal.ts';
import { type Route, route } from '../../../http/route.ts';
import { sql } from '../../../platform/database/index.ts';
import { getTest } from '../tests/index.ts';
import type { SessionDeps } from './deps.ts';
import { cancelSession, changeSession, scheduleSession } from './schedule.ts';
import { NewSession, Session, SessionChange, SessionsQuery, TestSessionsQuery, toSession } from './schema.ts';
import { type EndDeps, endSession, getSession } from './service.ts';
import { listSessions, type SessionRecord } from './store.ts';

export function sessionRoutes(deps: SessionDeps & EndDeps): Route[] {
  const one = { tag: 'Sessions', ids: { sessionId: 'session' }, data: Session, status: 200 } as const;
  const list = { tag: 'Sessions', method: 'GET', data: Session, status: 200, list: true } as const;
  const viewFor = (researcher: Researcher) => (session: SessionRecord) =>
    toSession(session, deps.participantLinks.urlFor(researcher, session.link));
  return [
    route({
      ...list,
      path: '/engage/sessions',
      operationId: 'listSessions',
      summary: 'List all sessions you can see',
      query: SessionsQuery,
      handler: async ({ db, principal, query }) => {
        const page = await listSessions(db, principal, query, undefined);
        return { data: page.rows.map(viewFor(principal)), next_cursor: page.next_cursor };
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
        return { data: page.rows.map(viewFor(principal)), next_cursor: page.next_cursor };
      },
    }),
    route({
      method: 'POST',
      path: '/engage/tests/{testId}/sessions',
      operationId: 'scheduleSession',
      tag: 'Sessions',
      summary: 'Schedule a live interview',
      description:
        'The test must be live and of the type `live_interview`, and have no other session at this time. Participant and researcher get a mail with a calendar entry.',
      status: 201,
      ids: { testId: 'test' },
      body: NewSession,
      data: Session,
      example: {
        body: {
          participant: { email: 'mina@example.com', name: 'Mina', timezone: 'Europe/Berlin' },
          scheduled_start_at: '2035-03-05T09:00:00.000Z',
        },
      },
      handler: async (call) => ({
        data: viewFor(call.principal)(await scheduleSession(deps, call, call.params.testId, call.body)),
      }),
    }),
    route({
      ...one,
      method: 'GET',
      path: '/engage/sessions/{sessionId}',
      operationId: 'getSession',
      summary: 'Get a session',
      handler: async (call) => ({
        data: viewFor(call.principal)(await getSession(call, call.params.sessionId)),
      }),
    }),
    route({
      ...one,
      method: 'PATCH',
      path: '/engage/sessions/{sessionId}',
      operationId: 'updateSession',
      summary: 'Change the time or the summary of a session',
      body: SessionChange,
      example: { body: { scheduled_start_at: '2035-03-05T13:00:00.000Z' } },
      handler: async (call) => ({
        data: viewFor(call.principal)(await changeSession(deps, call, call.params.sessionId, call.body)),
      }),
    }),
    route({
      ...one,
      method: 'POST',
      path: '/engage/sessions/{sessionId}/cancel',
      operationId: 'cancelSession',
      summary: 'Cancel a session',
      description: 'A session that is canceled already is returned unchanged.',
      handler: async (call) => {
        const session = await call.db.transaction(async (tx) => {
          const found = await getSession(
            { ...call, db: tx },
            call.params.sessionId,
            'write',
            sql`for no key update of s`,
          );
          return cancelSession(deps, tx, found, call.now);
        });
        return { data: viewFor(call.principal)(session) };
      },
    }),
    route({
      ...one,
      method: 'POST',
      path: '/engage/sessions/{sessionId}/complete',
      operationId: 'completeSession',
      summary: 'Complete a session',
      description:
        'Ends the interview and emits `engage.session.completed`. A session that is completed already is returned unchanged, without another event. A running AI interview ends at once; its session is `completed` some seconds later, when its transcript and summary are written.',
      handler: async (call) => ({
        data: viewFor(call.principal)(await endSession(deps, call, call.params.sessionId)),
      }),
    }),
  ];
}
