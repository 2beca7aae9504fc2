import type { Clock } from '../../../foundation/clock.ts';
import type { Db } from '../../../platform/database/index.ts';
import type { PeriodicTask } from '../../../platform/periodic/periodic.ts';
import { lastDayEndedEverywhere } from './deadline.ts';
import { closeTestsDueBy } from './store.ts';

/** Closes tests whose deadline has ended in every timezone (spec §7.4). Until then each participant has their own deadline. */
export const closeExpiredTests = ({ db, clock }: { db: Db; clock: Clock }): PeriodicTask => ({
  name: 'deadlines of tests',
  everyMs: 60_000,
  run: async () => {
    const now = clock.now();
    await closeTestsDueBy(db, lastDayEndedEverywhere(now), now);
  },
});
