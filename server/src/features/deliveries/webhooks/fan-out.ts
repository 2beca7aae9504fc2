import type { FanOut } from '../../../events/index.ts';
import { sql } from '../../../platform/database/index.ts';
import { deliveryIdPrefix } from '../engine/index.ts';

/** A delivery for each enabled subscription, a record for each disabled one (delivery engine §1, §15). */
export const webhookFanOut: FanOut = {
  wanted: sql`exists (select 1 from webhooks w where w.workspace_id = e.workspace_id and w.deleted_at is null)`,
  write: (event, at) => sql`fan_out_to_webhooks(${event}, ${deliveryIdPrefix(at)})`,
};
