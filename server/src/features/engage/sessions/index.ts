import type { Feature } from '../../feature.ts';
import type { SessionDeps } from './deps.ts';
import { cancelSessionsOf, endSessionsOf } from './erase.ts';
import { bookingRoutes } from './participant-routes.ts';
import { sessionTexts } from './redact.ts';
import { sessionRoutes } from './routes.ts';
import { Session } from './schema.ts';
import { type EndDeps, getSession } from './service.ts';
import { sessionRecords } from './store.ts';

export { type CompletionDeps, completeSession, startSession } from './complete.ts';
export { removeSessions } from './erase.ts';
export { getSession } from './service.ts';
export { type SessionKind, type SessionStatus, sessionStatuses } from './states.ts';
export {
  type Coverage,
  findOpenSession,
  findSessionOf,
  findSessionRecord,
  insertSession,
  missSessions,
  moveSession,
  type SessionChange,
  type SessionRecord,
  type SessionRow,
  saveSession,
  silenceSessions,
  touchSession,
} from './store.ts';

/** Interviews with participants: their schedule, their state and their result. */
export function createSessions(deps: SessionDeps & EndDeps): Feature {
  return {
    routes: sessionRoutes(deps),
    participantRoutes: bookingRoutes(deps),
    records: [sessionRecords],
    hooks: {
      cancelSessions: (tx, scope, now) => cancelSessionsOf(deps, tx, scope, now),
      endSessions: (tx, response, now) => endSessionsOf(deps, tx, response, now),
    },
    texts: [sessionTexts],
    references: { session: getSession },
    eventPayloads: { 'engage.session.completed': Session },
  };
}
