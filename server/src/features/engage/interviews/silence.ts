import { sql } from '../../../platform/database/index.ts';
import type { PeriodicTask } from '../../../platform/periodic/periodic.ts';
import { findSessionRecord, moveSession } from '../sessions/index.ts';
import { getVersionContent } from '../tests/index.ts';
import { isHalfCovered } from './conversation.ts';
import type { InterviewDeps } from './deps.ts';
import { close } from './service.ts';
import { findInterviewOfSession, type InterviewRow, listSilent, listTurns } from './store.ts';

/** A participant who writes nothing for so long has left. */
const silenceMinutes = 30;
const batchSize = 100;

export const silencePeriodic = (deps: InterviewDeps): PeriodicTask => ({
  name: 'silent interviews',
  everyMs: 60_000,
  run: () => endSilent(deps),
});

/**
 * Ends interviews that went silent: completed if at least half of the questions got a full answer, else abandoned. An
 * abandoned interview continues when its participant returns.
 */
async function endSilent(deps: InterviewDeps): Promise<void> {
  const before = new Date(deps.clock.now().getTime() - silenceMinutes * 60_000);
  for (const silent of await listSilent(deps.db, before, batchSize)) await endOne(deps, silent, before);
}

async function endOne(
  deps: InterviewDeps,
  { session_id, workspace_id }: InterviewRow & { workspace_id: string },
  before: Date,
): Promise<void> {
  const now = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    const session = await findSessionRecord(tx, session_id, sql`for no key update of s`);
    const interview = await findInterviewOfSession(tx, session_id);
    // The participant wrote or stopped between the two statements.
    if (!session || !interview || interview.ended_at || interview.last_turn_at >= before) return;
    const content = await getVersionContent(tx, session.test_id, session.test_version);
    if (isHalfCovered(content, await listTurns(tx, session_id)))
      // The interview ended with its last message: the silence after it is no part of its duration.
      await close(deps, tx, workspace_id, interview, 'silent', interview.last_turn_at);
    else await moveSession(tx, session_id, 'abandon', { ended_at: interview.last_turn_at }, now);
  });
}
