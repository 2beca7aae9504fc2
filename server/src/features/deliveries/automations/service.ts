import { forbidden, invalidField, notFound } from '../../../foundation/errors.ts';
import { newId } from '../../../foundation/ids.ts';
import { requireWriteRole } from '../../../foundation/principal.ts';
import type { Caller } from '../../../http/route.ts';
import { type Sql, sql } from '../../../platform/database/index.ts';
import type { Outbound } from '../../../platform/outbound/index.ts';
import { requireBelowCap } from '../../identity/usage/index.ts';
import type { NewHook } from './schema.ts';
import { countHooks, endHooks, findHook, type HookRow, insertHook } from './store.ts';

export interface AutomationDeps {
  outbound: Outbound;
}

export async function createHook(
  { outbound }: AutomationDeps,
  { db, principal, now }: Caller,
  input: NewHook,
) {
  requireWriteRole(principal);
  const vetting = await outbound.vetUrl(input.target_url);
  if (!vetting.ok) throw invalidField('target_url', vetting.message);
  const hook: HookRow = {
    id: newId('automation', now.getTime()),
    workspace_id: principal.workspace_id,
    created_by: principal.user_id,
    event: input.event,
    target_url: input.target_url,
    created_at: now,
    updated_at: now,
  };
  await db.transaction(async (tx) => {
    await requireBelowCap(tx, principal, 'automations', countHooks(principal.workspace_id));
    await insertHook(tx, hook);
  });
  return hook;
}

/** Only its creator has access to a hook (spec §2.3). */
export async function getHook(
  { db, principal }: Omit<Caller, 'now'>,
  hookId: string,
  lock?: Sql,
): Promise<HookRow> {
  const hook = await findHook(db, principal.workspace_id, hookId, lock);
  if (!hook) throw notFound('Automation hook');
  if (hook.created_by !== principal.user_id) throw forbidden();
  return hook;
}

export async function deleteHook({ db, principal, now }: Caller, hookId: string): Promise<void> {
  await db.transaction(async (tx) => {
    await getHook({ db: tx, principal }, hookId, sql`for no key update`);
    requireWriteRole(principal);
    await endHooks(tx, [hookId], now);
  });
}
