import type { Clock } from '../../../foundation/clock.ts';
import { type Db, sql } from '../../../platform/database/index.ts';
import type { PeriodicTask } from '../../../platform/periodic/periodic.ts';
import { lockProject } from '../../projects/index.ts';
import { findResponseById, saveResponse } from './store.ts';

/** A participant who has not answered for this long is not expected back, although the link still works. */
const idleDays = 7;
const perRun = 500;

export const abandonTask = (db: Db, clock: Clock): PeriodicTask => ({
  name: 'abandoned responses',
  everyMs: 600_000,
  run: async () => void (await abandonIdleResponses(db, clock.now())),
});

/** Marks responses without an answer for a week. Their participants can return and continue. */
export async function abandonIdleResponses(db: Db, now: Date): Promise<number> {
  const before = new Date(now.getTime() - idleDays * 86_400_000);
  const idle = sql`r.status = 'in_progress' and r.started_at < ${before} and r.updated_at < ${before}
    and not exists (select 1 from answers a where a.response_id = r.id and a.updated_at >= ${before})`;
  const found = await db.query<{ id: string; project_id: string }>(sql`
    select r.id, r.project_id from responses r where ${idle} order by r.started_at limit ${perRun}`);
  for (const { id, project_id } of found) {
    await db.transaction(async (tx) => {
      await lockProject(tx, project_id);
      // Checked again under the lock: the participant may have returned.
      const response = await findResponseById(tx, id, sql`for update of r`);
      const [still] = await tx.query(sql`select 1 from responses r where r.id = ${id} and ${idle}`);
      if (response && still) await saveResponse(tx, { ...response, status: 'abandoned', updated_at: now });
    });
  }
  return found.length;
}
