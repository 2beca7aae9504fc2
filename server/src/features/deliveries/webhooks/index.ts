import type { FanOut } from '../../../events/index.ts';
import type { Clock } from '../../../foundation/clock.ts';
import type { Db } from '../../../platform/database/index.ts';
import type { TaskQueue } from '../../../platform/tasks/index.ts';
import type { Feature } from '../../feature.ts';
import type { Channel } from '../engine/index.ts';
import { eventDays } from '../retention.ts';
import { type WebhookTarget, webhookChannel } from './channel.ts';
import { webhookFanOut } from './fan-out.ts';
import { webhookRoutes } from './routes.ts';
import type { WebhookDeps } from './service.ts';
import { purgeDeletedWebhooks } from './store.ts';
import { skipFinished } from './tasks.ts';

export { endWebhooksOf } from './store.ts';

interface Webhooks extends Feature {
  channel: Channel<WebhookTarget>;
  fanOut: FanOut;
}

export function createWebhooks(
  deps: WebhookDeps & {
    db: Db;
    clock: Clock;
    disableAfterSeconds: number;
    publicUrl: string;
    tasks: Pick<TaskQueue, 'add'>;
  },
): Webhooks {
  const { db, clock } = deps;
  return {
    channel: webhookChannel(deps),
    fanOut: webhookFanOut,
    routes: webhookRoutes(deps),
    periodic: [
      { name: 'ended webhooks', everyMs: 2_000, run: () => skipFinished(db) },
      {
        name: 'old webhooks',
        everyMs: 3_600_000,
        run: () => purgeDeletedWebhooks(db, new Date(clock.now().getTime() - (eventDays + 2) * 86_400_000)),
      },
    ],
  };
}
