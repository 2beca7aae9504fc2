import type { Feature } from '../../feature.ts';
import { audioTaskKinds } from './audio.ts';
import type { InterviewDeps } from './deps.ts';
import { finishTaskKinds } from './finish.ts';
import { interviewRoutes } from './routes.ts';
import { silencePeriodic } from './silence.ts';

export { findFollowUp } from './follow-up.ts';

/** Interviews that the AI moderator holds. */
export function createInterviews(deps: InterviewDeps): Feature {
  return {
    participantRoutes: interviewRoutes(deps),
    taskKinds: { ...finishTaskKinds(deps), ...audioTaskKinds(deps) },
    periodic: [silencePeriodic(deps)],
  };
}
