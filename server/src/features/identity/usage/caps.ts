import { AppError } from '../../../foundation/errors.ts';
import { type CappedName, type PlanName, plans } from '../../../foundation/plans.ts';
import { type Db, type Sql, sql } from '../../../platform/database/index.ts';

const labels: Record<CappedName, string> = {
  webhooks: 'webhooks',
  automations: 'automation hooks',
  api_keys: 'API keys',
};

/**
 * Call this before the insert, in the same transaction. `counting` selects the current number of the workspace as `count`.
 * The lock is held until the transaction ends, so that concurrent creates cannot exceed the cap.
 */
export async function requireBelowCap(
  tx: Db,
  { workspace_id, plan }: { workspace_id: string; plan: PlanName },
  name: CappedName,
  counting: Sql,
): Promise<void> {
  const cap = plans[plan].caps[name];
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${`cap:${name}:${workspace_id}`}, 0))`);
  const [row] = await tx.query<{ count: number }>(counting);
  if ((row?.count ?? 0) < cap) return;
  throw new AppError(
    'quota_exceeded',
    `Your plan allows ${cap} ${labels[name]} in a workspace. Delete one that you no longer need, or choose a larger plan.`,
  );
}
