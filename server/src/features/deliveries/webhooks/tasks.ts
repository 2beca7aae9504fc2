import type { Db } from '../../../platform/database/index.ts';
import { skipQueued } from '../engine/index.ts';
import { findFinishedWithQueue } from './store.ts';

/** Marks pending deliveries of disabled and deleted webhooks as `skipped` (spec §8.11). */
export async function skipFinished(db: Db): Promise<void> {
  for (const webhookId of await findFinishedWithQueue(db)) await skipQueued(db, 'webhook', webhookId);
}
