import { sql } from '../../../platform/database/index.ts';
import type { SecretBox } from '../../../platform/secret-box/secret-box.ts';
import type { TaskQueue } from '../../../platform/tasks/index.ts';
import type { Channel } from '../engine/index.ts';
import { failureTracking } from './failure-tracking.ts';
import { eventHeaders } from './request-headers.ts';
import { secretPurpose } from './service.ts';
import { signatureHeaders } from './signature.ts';

/** The columns of a webhook that an attempt needs. */
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
  const decrypt = createSecretCache(deps.box);
  return {
    kind: 'webhook',
    storesResponses: true,
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
            secret: decrypt(subscription_id, secret),
            previousSecrets: stillSigning.map((sealed) => decrypt(subscription_id, sealed)),
            eventId: event_id,
            timestampSeconds: Math.floor(now.getTime() / 1000),
            body,
          }),
        },
      };
    },
    recordHooks: failureTracking(deps),
  };
}

const cachedMax = 1_000;

/** Caches decrypted secrets, because decrypting takes longer than signing. */
function createSecretCache(box: SecretBox) {
  const cache = new Map<string, string>();
  return (webhookId: string, sealed: Buffer): string => {
    // The key contains the id, so that a secret that was copied to another row is not read from the cache.
    const key = `${webhookId} ${sealed.toString('latin1')}`;
    let secret = cache.get(key);
    if (secret === undefined) {
      if (cache.size >= cachedMax) cache.clear();
      secret = box.open(secretPurpose(webhookId), sealed);
      cache.set(key, secret);
    }
    return secret;
  };
}
