import type { FanOut } from '../../events/index.ts';
import { type Db, empty, sql } from '../../platform/database/index.ts';
import { type Channel, deliveryIdPrefix, lanes, skipQueued } from '../webhooks/index.ts';
import { endHooks, findEndedWithQueue } from './store.ts';

/** One delivery for each hook on the event, in the statement that writes the event; webhooks know nothing of it. */
export const automationFanOut: FanOut = ({ at }) => sql`
  insert into automation_queue (id, subscription_id, event_id, event_created_at, event_type, attempt, lane, due_at, created_at)
  select new_delivery_id(${deliveryIdPrefix(at)}), h.id, e.id, e.created_at, e.type, 1, ${lanes.first}::smallint,
         e.created_at, e.created_at
    from event e join automation_hooks h on h.workspace_id = e.workspace_id and h.event = e.type
    cross join event_project p
   where h.deleted_at is null
     and (p.owner_id = h.created_by or p.visibility = 'workspace' or h.created_by = any(p.member_ids))`;

interface Target {
  target_url: string;
  live: boolean;
}

const gone = 410;

/** Unsigned, the body equal to the event; a target that answers 410 has unsubscribed (contract §8). */
export const automationChannel = (): Channel<Target> => ({
  kind: 'automation',
  subscriptions: sql`automation_hooks`,
  columns: sql`s.target_url, (s.deleted_at is null) as live`,
  request({ subscription, body, event_id, event_type }) {
    if (!subscription?.live || !body) return undefined;
    const headers = {
      'Content-Type': 'application/json',
      'X-SVC-Event': event_type,
      'X-SVC-Event-Id': event_id,
      'User-Agent': 'SVC-Automations/1.0',
    };
    return { url: subscription.target_url, body, headers };
  },
  isFinal: (outcome) => outcome.kind === 'response' && outcome.status === gone,
  bookkeeping: {
    onSuccess: empty,
    async onFailures(tx, records) {
      const unsubscribed = records.filter((record) => record.response_code === gone);
      const [last] = unsubscribed;
      if (!last) return;
      await endHooks(tx, unsubscribed.map((record) => record.delivery.subscription_id).sort(), last.ended_at);
    },
  },
});

export async function skipEnded(db: Db): Promise<void> {
  for (const hookId of await findEndedWithQueue(db)) await skipQueued(db, 'automation', hookId);
}
