import type { Db } from '../../../platform/database/index.ts';
import { skipQueued } from '../engine/index.ts';
import { findFinishedWithQueue } from './store.ts';

/** What still waits for disabled and deleted webhooks becomes `skipped` (delivery engine §15). */
export async function skipFinished(db: Db): Promise<void> {
  for (const webhookId of await findFinishedWithQueue(db)) await skipQueued(db, 'webhook', webhookId);
}
