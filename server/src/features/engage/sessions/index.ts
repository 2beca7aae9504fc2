import type { Feature } from '../../feature.ts';
import type { ParticipantLinks } from '../participants/index.ts';
import type { CompletionDeps } from './complete.ts';
import { sessionRoutes } from './routes.ts';
import { Session } from './schema.ts';
import { getSession } from './service.ts';

export { type CompletionDeps, completeSession, startSession } from './complete.ts';
export { removeSessions } from './erase.ts';
export { Session, toSession } from './schema.ts';
export { getSession } from './service.ts';
export type { SessionKind, SessionStatus } from './states.ts';
export {
  type Coverage,
  findSessionRecord,
  insertSession,
  moveSession,
  type SessionChange,
  type SessionRecord,
  type SessionRow,
  saveSession,
  sessionRecords,
  touchSession,
} from './store.ts';

interface SessionsDeps extends CompletionDeps {
  participantLinks: ParticipantLinks;
}

/** Interviews with participants: their schedule, their state and their result. */
export function createSessions(deps: SessionsDeps): Feature {
  return {
    routes: sessionRoutes(deps),
    references: { session: getSession },
    eventPayloads: { 'engage.session.completed': Session },
  };
}
