import type { FanOut } from '../../../events/index.ts';
import type { Clock } from '../../../foundation/clock.ts';
import type { Db } from '../../../platform/database/index.ts';
import type { Feature } from '../../feature.ts';
import type { Channel } from '../engine/index.ts';
import { eventDays } from '../retention.ts';
import { type AutomationTarget, automationChannel, automationFanOut, skipEnded } from './delivery.ts';
import { automationTexts } from './redact.ts';
import { automationRoutes } from './routes.ts';
import type { AutomationDeps } from './service.ts';
import { endHooksOf, purgeEndedHooks } from './store.ts';

interface Automations extends Feature {
  channel: Channel<AutomationTarget>;
  fanOut: FanOut;
}

/** REST hooks of automation platforms. */
export function createAutomations(deps: AutomationDeps & { db: Db; clock: Clock }): Automations {
  const { db, clock } = deps;
  return {
    channel: automationChannel(),
    fanOut: automationFanOut,
    routes: automationRoutes(deps),
    texts: automationTexts,
    handOver: endHooksOf,
    periodic: [
      { name: 'ended automations', everyMs: 2_000, run: () => skipEnded(db) },
      {
        name: 'old automations',
        everyMs: 3_600_000,
        run: () => purgeEndedHooks(db, new Date(clock.now().getTime() - (eventDays + 2) * 86_400_000)),
      },
    ],
  };
}
