import type { FanOut } from '../../../events/index.ts';
import type { Clock } from '../../../foundation/clock.ts';
import type { Config } from '../../../platform/config/index.ts';
import type { Db } from '../../../platform/database/index.ts';
import type { TaskQueue } from '../../../platform/tasks/index.ts';
import type { Feature } from '../../feature.ts';
import type { Channel } from '../engine/index.ts';
import { eventDays } from '../retention.ts';
import { type WebhookTarget, webhookChannel } from './channel.ts';
import { webhookFanOut } from './fan-out.ts';
import { webhookTexts } from './redact.ts';
import { webhookRoutes } from './routes.ts';
import type { WebhookDeps } from './service.ts';
import { endWebhooksOf, purgeDeletedWebhooks } from './store.ts';
import { skipFinished } from './tasks.ts';

interface Webhooks extends Feature {
  channel: Channel<WebhookTarget>;
  fanOut: FanOut;
}

export function createWebhooks(
  deps: WebhookDeps & {
    db: Db;
    clock: Clock;
    config: Pick<Config, 'webhookDisableAfterSeconds'>;
    publicUrl: string;
    tasks: Pick<TaskQueue, 'add'>;
  },
): Webhooks {
  const { db, clock } = deps;
  return {
    channel: webhookChannel({ ...deps, disableAfterSeconds: deps.config.webhookDisableAfterSeconds }),
    fanOut: webhookFanOut,
    routes: webhookRoutes(deps),
    texts: webhookTexts,
    handOver: endWebhooksOf,
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
