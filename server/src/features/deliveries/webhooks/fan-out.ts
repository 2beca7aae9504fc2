import type { FanOut } from '../../../events/index.ts';
import { sql } from '../../../platform/database/index.ts';
import { deliveryIdPrefix } from '../engine/index.ts';

/** Inserts a delivery for each enabled subscription and a `skipped` record for each disabled one (spec §8.4, §8.11). */
export const webhookFanOut: FanOut = {
  wanted: sql`exists (select 1 from webhooks w where w.workspace_id = e.workspace_id and w.deleted_at is null)`,
  write: (event, at) => sql`fan_out_to_webhooks(${event}, ${deliveryIdPrefix(at)})`,
};
