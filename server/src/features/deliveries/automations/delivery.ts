import type { FanOut } from '../../../events/index.ts';
import { type Db, empty, sql } from '../../../platform/database/index.ts';
import { type Channel, deliveryIdPrefix, skipQueued } from '../engine/index.ts';
import { endHooks, findEndedWithQueue } from './store.ts';

/** Inserts a delivery for each hook on the event type. */
export const automationFanOut: FanOut = {
  wanted: sql`
    exists (select 1 from automation_hooks h
             where h.workspace_id = e.workspace_id and h.event = e.type and h.deleted_at is null)`,
  write: (event, at) => sql`fan_out_to_automations(${event}, ${deliveryIdPrefix(at)})`,
};

export interface AutomationTarget {
  target_url: string;
  live: boolean;
}

const gone = 410;

/** Sends the event unsigned. A target that responds with 410 is unsubscribed (spec §8.15). */
export const automationChannel = (): Channel<AutomationTarget> => ({
  kind: 'automation',
  storesResponses: false,
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
  recordHooks: {
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
