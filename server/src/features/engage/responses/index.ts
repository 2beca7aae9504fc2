import type { Emit } from '../../../events/index.ts';
import type { Clock } from '../../../foundation/clock.ts';
import type { Db } from '../../../platform/database/index.ts';
import type { Mailer } from '../../../platform/mail/index.ts';
import type { RateLimiter } from '../../../platform/rate-limiter/index.ts';
import type { Storage } from '../../../platform/storage/storage.ts';
import type { Feature } from '../../feature.ts';
import type { Recordings } from '../../sources/files/index.ts';
import type { ParticipantLinks } from '../participants/index.ts';
import { abandonTask } from './abandon.ts';
import { admitRecordedBytes } from './limit-recordings.ts';
import { responseParticipantRoutes } from './participant-routes.ts';
import { recordingRoutes } from './recording-routes.ts';
import { completeOpenRecordings } from './recordings.ts';
import { answerTexts, responseTexts } from './redact.ts';
import { responseRoutes } from './routes.ts';
import { createSaveAnswer, type FindFollowUp } from './save-answer.ts';
import { Response } from './schema.ts';
import { type DeletionDeps, getResponse } from './service.ts';
import { responseMaterial } from './source-material.ts';
import { responseRecords } from './store.ts';
import type { CancelSessions } from './submit.ts';
import { createTurns } from './turns.ts';

export { type AnswerRow, listAnswers, lockFirstAnswer, type NewAnswer, saveAnswerRow } from './answers.ts';
export { chargeParticipant } from './charge-participant.ts';
export { removeResponses } from './erase.ts';
export { limitStarts } from './limit-starts.ts';
export { type LinkContext, type LinkState, readLink, requireOpen } from './link-state.ts';
export { PublicAnswer, StartBody } from './participant-schema.ts';
export { publicAnswer } from './participant-view.ts';
export {
  following,
  nextQuestion,
  type PathAnswer,
  requirePassedScreener,
  type Step,
} from './path.ts';
export { type AnswerInput, type ReadAnswer, readAnswer } from './read-answer.ts';
export { ParticipantDevice } from './schema.ts';
export { type ParticipantCaller, type Started, type StartInput, startResponse } from './start.ts';
export {
  type Device,
  findResponseById,
  findResponseOf,
  insertResponse,
  ownSessions,
  type ResponseRow,
  saveResponse,
  setSessionOfResponse,
} from './store.ts';
export { type CancelSessions, completeResponse } from './submit.ts';

export interface ResponsesDeps extends DeletionDeps {
  emit: Emit;
  participantLinks: ParticipantLinks;
  storage: Storage;
  recordings: Recordings;
  findFollowUp: FindFollowUp;
  /** Cancels the booked calls of a person whom the screener ended, and queues the mails about it. */
  cancelSessions: CancelSessions;
  mailer: Pick<Mailer, 'hasServer'>;
  limiter: RateLimiter;
  db: Db;
  clock: Clock;
}

/** What participants answer: their own pages write it, researchers read it. */
export function createResponses(deps: ResponsesDeps): Feature {
  return {
    routes: responseRoutes(deps),
    participantRoutes: [
      ...recordingRoutes(deps),
      ...responseParticipantRoutes({
        ...deps,
        saveAnswer: createSaveAnswer(deps),
        turns: createTurns(),
        completeRecordings: (response, now) =>
          completeOpenRecordings(deps.recordings, deps.db, response, now),
      }),
    ],
    hooks: {
      admitRecordedBytes: (tx, arriving, now) => admitRecordedBytes(deps.limiter, tx, arriving, now),
    },
    periodic: [abandonTask(deps.db, deps.clock)],
    records: [responseRecords],
    texts: [responseTexts, answerTexts],
    sourceMaterial: responseMaterial,
    references: { response: getResponse },
    eventPayloads: { 'test.response.submitted': Response },
  };
}
