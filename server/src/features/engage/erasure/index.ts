import type { Feature } from '../../feature.ts';
import type { ErasureDeps } from './deps.ts';
import { erasureRoutes, withdrawalRoutes } from './routes.ts';
import { finishInterrupted } from './service.ts';

export { checkParticipant, type ParticipantReport } from './check.ts';

/** Erases participants, on the request of a researcher or of the person. */
export const createErasure = (deps: ErasureDeps): Feature => ({
  routes: erasureRoutes(deps),
  participantRoutes: withdrawalRoutes(deps),
  periodic: [{ name: 'interrupted erasures', everyMs: 60_000, run: () => finishInterrupted(deps) }],
});
