import type { Feature } from '../../feature.ts';
import type { InterviewDeps } from './deps.ts';
import { finishTaskKinds } from './finish.ts';
import { interviewRoutes } from './routes.ts';
import { silencePeriodic } from './silence.ts';
import { spokenRoutes } from './spoken-routes.ts';
import { spokenPeriodic, spokenTaskKinds } from './transcribe-spoken.ts';

export { findFollowUp } from './follow-up.ts';
export { endInterviewOf } from './service.ts';

/** Interviews that the AI moderator holds. */
export function createInterviews(deps: InterviewDeps): Feature {
  return {
    participantRoutes: [...interviewRoutes(deps), ...spokenRoutes(deps)],
    taskKinds: { ...finishTaskKinds(deps), ...spokenTaskKinds(deps) },
    periodic: [silencePeriodic(deps), spokenPeriodic(deps)],
  };
}
