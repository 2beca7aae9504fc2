import { sql } from '../../../platform/database/index.ts';
import type { PeriodicTask } from '../../../platform/periodic/periodic.ts';
import { completeSession, missSessions, moveSession, silenceSessions } from '../sessions/index.ts';
import type { CallDeps } from './deps.ts';
import {
  abandonedAfterMs,
  lastBytesMs,
  noShowAfterMs,
  recorderSilentMs,
  signalRetentionMs,
  silentAfterMs,
} from './limits.ts';
import { stopRecording } from './recording.ts';
import { removeSignals } from './signal-store.ts';
import { listDesertedCalls, listSilentRecordings } from './store.ts';

const ago = (now: Date, ms: number) => new Date(now.getTime() - ms);

/** Finds sessions that ended without anybody saying so. Safe on several nodes: each change depends on the status. */
export const attendanceTasks = (deps: CallDeps): PeriodicTask[] => [
  {
    name: 'missed sessions',
    everyMs: 60_000,
    run: async () => {
      const now = deps.clock.now();
      await missSessions(deps.db, ago(now, noShowAfterMs), now);
      await silenceSessions(deps.db, ago(now, silentAfterMs), now);
    },
  },
  { name: 'recordings of calls', everyMs: 15_000, run: () => sealSilentRecordings(deps) },
  { name: 'deserted calls', everyMs: 60_000, run: () => endDesertedCalls(deps) },
  {
    name: 'call signals',
    everyMs: 60_000,
    run: async () => removeSignals(deps.db, ago(deps.clock.now(), signalRetentionMs)),
  },
];

/** A recorder that crashed leaves what it has sent; that becomes the recording. */
export async function sealSilentRecordings(deps: CallDeps): Promise<void> {
  const now = deps.clock.now();
  for (const { file_id, session_id } of await listSilentRecordings(
    deps.db,
    ago(now, recorderSilentMs),
    ago(now, lastBytesMs),
  ))
    await stopRecording(deps, session_id, file_id, now);
}

/** A call that was recorded took place and is completed. Any other that everyone has left is abandoned. */
export async function endDesertedCalls(deps: CallDeps): Promise<void> {
  const now = deps.clock.now();
  for (const { id, recorded } of await listDesertedCalls(deps.db, ago(now, abandonedAfterMs))) {
    await deps.db.transaction(async (tx) => {
      const [last] = await tx.query<{ at: Date | null }>(sql`
        select max(coalesce(left_at, seen_at)) as at from call_peers where session_id = ${id}`);
      if (recorded) await completeSession(tx, deps, id, { ended_at: last?.at ?? now }, now);
      else await moveSession(tx, id, 'abandon', { ended_at: last?.at ?? now }, now);
    });
  }
}
