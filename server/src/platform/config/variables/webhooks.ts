import { boolean, integer, numbers } from '../kinds.ts';

export const webhookVariables = {
  WEBHOOK_RETRY_DELAYS: numbers({
    count: 6,
    // 30 days: no attempt is scheduled after its event is removed (spec §8.9).
    maximum: 30 * 86_400,
    default: [0, 10, 60, 300, 1800, 3600],
    description: 'Seconds before each of the six attempts',
  }),
  WEBHOOK_TIMEOUT_MS: integer({
    default: 5_000,
    minimum: 10,
    maximum: 60_000,
    description: 'Time-out of one attempt',
  }),
  WEBHOOK_DISABLE_AFTER_SECONDS: integer({
    default: 86_400,
    minimum: 1,
    maximum: 31_536_000,
    description: 'Continuous failure after which a webhook is disabled',
  }),
  WEBHOOK_JITTER: boolean({
    default: true,
    description: 'Lengthen delays randomly by up to 10 %',
  }),
  WEBHOOK_POLL_MS: integer({
    default: 200,
    minimum: 20,
    maximum: 10_000,
    description: 'Interval at which workers poll for deliveries',
  }),
};
