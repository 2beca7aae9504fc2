import { newSecret } from '../../server/src/features/deliveries/webhooks/signature.ts';
import { createAccount } from '../../server/src/features/identity/accounts/index.ts';
import { createKey } from '../../server/src/features/identity/api-keys/index.ts';
import { newId } from '../../server/src/foundation/ids.ts';
import { type Database, sql } from '../../server/src/platform/database/index.ts';
import { createSecretBox } from '../../server/src/platform/secret-box/secret-box.ts';
import { stageSecretKey } from './server.ts';

export interface StageAccount {
  user_id: string;
  workspace_id: string;
  key: string;
  project_id: string;
}

let people = 0;

export async function createStageAccount(db: Database): Promise<StageAccount> {
  const now = new Date();
  const email = `stage${++people}-${now.getTime()}@example.com`;
  const { user_id, workspace_id } = await createAccount(db, { email }, now);
  const { key } = await createKey(db, user_id, { name: 'stage' }, now);
  const project_id = newId('project', now.getTime());
  await db.query(sql`
    insert into projects (id, workspace_id, owner_id, created_by, name, created_at, updated_at)
    values (${project_id}, ${workspace_id}, ${user_id}, ${user_id}, 'Stage', ${now}, ${now})`);
  return { user_id, workspace_id, key, project_id };
}

export interface StageWebhook {
  id: string;
  secret: string;
}

/** Straight into the table: hundreds of them, without a server. */
export async function insertWebhooks(
  db: Database,
  account: StageAccount,
  urls: string[],
  events: string[] = ['tag.created'],
): Promise<StageWebhook[]> {
  const box = createSecretBox(stageSecretKey);
  const now = new Date();
  const webhooks: StageWebhook[] = [];
  for (const url of urls) {
    const id = newId('webhook', now.getTime());
    const secret = newSecret();
    await db.query(sql`
      insert into webhooks (id, workspace_id, created_by, url, events, secret, created_at, updated_at)
      values (${id}, ${account.workspace_id}, ${account.user_id}, ${url}, ${events},
        ${box.seal(`webhook:${id}`, secret)}, ${now}, ${now})`);
    webhooks.push({ id, secret });
  }
  return webhooks;
}

/**
 * `count` events of one type and a committed delivery of each, dealt to the webhooks in turn; as the fan-out leaves them.
 * `dueInSeconds` lets them wait.
 */
export async function insertBacklog(
  db: Database,
  account: StageAccount,
  webhooks: { id: string }[],
  count: number,
  dueInSeconds = 0,
): Promise<void> {
  const chunk = 50_000;
  for (let from = 0; from < count; from += chunk) {
    const now = new Date();
    const rows = Math.min(chunk, count - from);
    const eventPrefix = newId('event', now.getTime()).slice(0, 14);
    const deliveryPrefix = newId('delivery', now.getTime()).slice(0, 14);
    await db.query(sql`
      with event as (
        insert into events (id, workspace_id, project_id, type, body, created_at)
        select new_delivery_id(${eventPrefix}), ${account.workspace_id}, ${account.project_id}, 'tag.created',
               convert_to('{"id":"' || n || '","type":"tag.created","created_at":"' || ${now.toISOString()} ||
                 '","data":{"name":"' || repeat('Shipping cost ', 40) || '"}}', 'utf8'), ${now}
          from generate_series(1, ${rows}::integer) n
        returning id, created_at)
      insert into webhook_queue (id, subscription_id, event_id, event_created_at, event_type, attempt, lane, due_at, created_at)
      select new_delivery_id(${deliveryPrefix}), (${webhooks.map((webhook) => webhook.id)}::text[])[1 + (row_number() over ()) % ${webhooks.length}::integer],
             event.id, event.created_at, 'tag.created', 1, 0, event.created_at + ${dueInSeconds} * interval '1 second', event.created_at
        from event`);
  }
}
