import { sql } from '../../../platform/database/index.ts';
import type { SecretBox } from '../../../platform/secret-box/secret-box.ts';
import type { TaskQueue } from '../../../platform/tasks/index.ts';
import type { Channel } from '../engine/index.ts';
import { streakBookkeeping } from './failure-tracking.ts';
import { eventHeaders } from './request-headers.ts';
import { secretPurpose } from './service.ts';
import { signatureHeaders } from './signature.ts';

/** What an attempt needs to know of its webhook. */
export interface WebhookTarget {
  url: string;
  live: boolean;
  secret: Buffer;
  previous_secrets: Buffer[];
  previous_secrets_until: Date[];
}

/** Signed requests to subscribers (spec §8.6). */
export function webhookChannel(deps: {
  box: SecretBox;
  disableAfterSeconds: number;
  publicUrl: string;
  tasks: Pick<TaskQueue, 'add'>;
}): Channel<WebhookTarget> {
  const open = createOpener(deps.box);
  return {
    kind: 'webhook',
    storesAnswers: true,
    subscriptions: sql`webhooks`,
    columns: sql`s.url, (s.status = 'enabled' and s.deleted_at is null) as live, s.secret, s.previous_secrets,
      s.previous_secrets_until`,
    request({ subscription, subscription_id, body, event_id, event_type }, now) {
      if (!subscription?.live || !body) return undefined;
      const { url, secret, previous_secrets, previous_secrets_until } = subscription;
      const stillSigning = previous_secrets.filter((_, i) => now < (previous_secrets_until[i] as Date));
      return {
        url,
        body,
        headers: {
          ...eventHeaders({ event_id, event_type }),
          ...signatureHeaders({
            secret: open(subscription_id, secret),
            previousSecrets: stillSigning.map((sealed) => open(subscription_id, sealed)),
            eventId: event_id,
            timestampSeconds: Math.floor(now.getTime() / 1000),
            body,
          }),
        },
      };
    },
    bookkeeping: streakBookkeeping(deps),
  };
}

const openedMax = 1_000;

/** Opening a sealed secret costs more than signing with it: the last ones are remembered. */
function createOpener(box: SecretBox) {
  const opened = new Map<string, string>();
  return (webhookId: string, sealed: Buffer): string => {
    // With the id: a secret moved to another row must not open from memory either.
    const key = `${webhookId} ${sealed.toString('latin1')}`;
    let secret = opened.get(key);
    if (secret === undefined) {
      if (opened.size >= openedMax) opened.clear();
      secret = box.open(secretPurpose(webhookId), sealed);
      opened.set(key, secret);
    }
    return secret;
  };
}
