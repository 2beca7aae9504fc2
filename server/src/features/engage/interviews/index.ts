import type { Feature } from '../../feature.ts';
import type { SessionRecord } from '../sessions/index.ts';
import type { InterviewDeps } from './deps.ts';
import { finishTaskKinds } from './finish/finish.ts';
import { findFollowUp } from './follow-up.ts';
import { interviewTexts } from './redact.ts';
import { interviewRoutes } from './routes.ts';
import { endInterviewOf } from './service.ts';
import { silencePeriodic } from './silence.ts';
import { spokenRoutes } from './spoken/routes.ts';
import { spokenPeriodic, spokenTaskKinds } from './spoken/transcribe.ts';

/** Interviews that the AI moderator holds. */
export function createInterviews(deps: InterviewDeps): Feature {
  return {
    participantRoutes: [...interviewRoutes(deps), ...spokenRoutes(deps)],
    hooks: {
      endInterview: (tx, session: SessionRecord, now) => endInterviewOf(deps, tx, session, now),
      findFollowUp,
    },
    taskKinds: { ...finishTaskKinds(deps), ...spokenTaskKinds(deps) },
    texts: interviewTexts,
    periodic: [silencePeriodic(deps), spokenPeriodic(deps)],
  };
}
