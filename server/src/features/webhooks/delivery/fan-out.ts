import type { FanOut } from '../../../events/index.ts';
import { type Sql, sql } from '../../../platform/database/index.ts';
import { deliveryIdPrefix, lanes } from './queue.ts';

/** Which subscriptions an event concerns: `e` the event, `w` the webhook, `p` the project. */
const concerned: Sql = sql`
  e.type = any(w.events) and (w.project_ids is null or e.project_id = any(w.project_ids))
  and (p.owner_id = w.created_by or p.visibility = 'workspace' or w.created_by = any(p.member_ids))`;

/** One delivery for each enabled subscription, in the statement that writes the event (delivery engine §1). */
export const webhookFanOut: FanOut = ({ at }) => sql`
  insert into webhook_queue (id, subscription_id, event_id, event_created_at, event_type, attempt, lane, due_at, created_at)
  select new_delivery_id(${deliveryIdPrefix(at)}), w.id, e.id, e.created_at, e.type, 1, ${lanes.first}::smallint,
         e.created_at, e.created_at
    from event e join webhooks w on w.workspace_id = e.workspace_id cross join event_project p
   where w.status = 'enabled' and w.deleted_at is null and ${concerned}`;

/** While it is disabled nothing vanishes: a record says what was not sent (delivery engine §15). */
export const skippedFanOut: FanOut = ({ at }) => sql`
  insert into webhook_attempts (id, subscription_id, event_id, event_created_at, event_type, attempt, status, error, created_at)
  select new_delivery_id(${deliveryIdPrefix(at)}), w.id, e.id, e.created_at, e.type, 1, 'skipped', 'subscription_disabled',
         e.created_at
    from event e join webhooks w on w.workspace_id = e.workspace_id cross join event_project p
   where w.status = 'disabled' and w.deleted_at is null and ${concerned}`;
