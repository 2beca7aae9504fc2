import type { FanOut } from '../../../events/index.ts';
import { sql } from '../../../platform/database/index.ts';
import { deliveryIdPrefix } from './queue.ts';

/** A delivery for each enabled subscription, a record for each disabled one (delivery engine §1, §15). */
export const webhookFanOut: FanOut = (event, at) =>
  sql`fan_out_to_webhooks(${event}, ${deliveryIdPrefix(at)})`;
