import { sql } from '../../platform/database/index.ts';
import type { SecretBox } from '../../platform/secret-box/secret-box.ts';
import type { Channel } from './delivery/engine.ts';
import { signatureHeaders } from './delivery/signature.ts';
import { secretPurpose } from './service.ts';
import { streakBookkeeping } from './streak.ts';

/** What an attempt needs to know of its webhook. */
interface Target {
  url: string;
  live: boolean;
  secret: Buffer;
  previous_secret: Buffer | null;
  previous_secret_until: Date | null;
}

/** Signed requests to subscribers (specification §6.2). */
export function webhookChannel(deps: {
  box: SecretBox;
  disableAfterSeconds: number;
  publicUrl: string;
}): Channel<Target> {
  const open = createOpener(deps.box);
  return {
    kind: 'webhook',
    subscriptions: sql`webhooks`,
    columns: sql`s.url, (s.status = 'enabled' and s.deleted_at is null) as live, s.secret, s.previous_secret,
      s.previous_secret_until`,
    request({ subscription, subscription_id, body, event_id, event_type }, now) {
      if (!subscription?.live || !body) return undefined;
      const { url, secret, previous_secret, previous_secret_until } = subscription;
      const rotating = previous_secret && previous_secret_until && now < previous_secret_until;
      return {
        url,
        body,
        headers: {
          'Content-Type': 'application/json',
          'X-SVC-Event': event_type,
          'X-SVC-Event-Id': event_id,
          'User-Agent': 'SVC-Webhooks/1.0',
          ...signatureHeaders({
            secret: open(subscription_id, secret),
            previousSecret: rotating ? open(subscription_id, previous_secret) : null,
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
    const key = sealed.toString('latin1');
    let secret = opened.get(key);
    if (secret === undefined) {
      if (opened.size >= openedMax) opened.clear();
      secret = box.open(secretPurpose(webhookId), sealed);
      opened.set(key, secret);
    }
    return secret;
  };
}
