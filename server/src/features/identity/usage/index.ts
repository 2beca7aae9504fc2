import type { Clock } from '../../../foundation/clock.ts';
import type { Config } from '../../../platform/config/index.ts';
import type { Db } from '../../../platform/database/index.ts';
import type { Log } from '../../../platform/log/log.ts';
import type { Feature } from '../../feature.ts';
import { countRequests } from './count-requests.ts';
import { createUsageCounter } from './counter.ts';
import { usageRoutes } from './routes.ts';

export { requireBelowCap } from './caps.ts';
export { isLimited, refundCredit, requireCredit, sendSpending, spendCredit } from './credits.ts';

export interface UsageDeps {
  db: Db;
  clock: Clock;
  log: Log;
  config: Pick<Config, 'rateLimitSelfHosted'>;
  touchKeys(db: Db, usedAt: Map<string, Date>): Promise<void>;
}

/** Counts requests and credits, and reports them. */
export function createUsage({ db, clock, log, config, touchKeys }: UsageDeps): Feature {
  const counter = createUsageCounter(db, touchKeys);
  return {
    routes: usageRoutes(config.rateLimitSelfHosted),
    mount: (app) => countRequests(app, counter, clock),
    periodic: [{ name: 'usage', everyMs: 5_000, onEveryNode: true, run: counter.flush }],
    close: () =>
      counter
        .flush()
        .catch((error: unknown) =>
          log.warn({ event: 'usage.flush_failed', err: error }, 'the last usage counts were not written'),
        ),
  };
}
