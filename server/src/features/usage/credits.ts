import { AppError } from '../../foundation/errors.ts';
import {
  type CreditName,
  creditNames,
  creditRenewsMonthly,
  type PlanName,
  plans,
} from '../../foundation/plans.ts';
import { type Db, sql } from '../../platform/database/index.ts';

const shards = 16;
const forever = '1970-01-01';

/** The first day of the month, or a fixed day for what does not renew. */
const periodStart = (credit: CreditName, now: Date) =>
  creditRenewsMonthly[credit] ? `${now.toISOString().slice(0, 7)}-01` : forever;

interface Spender {
  workspace_id: string;
  plan: PlanName;
}

/**
 * Spends in the caller's transaction: rolled back with the work, and never over the limit. The row lock makes
 * parallel spenders of a limited plan wait for each other; what one sees includes what the others spent.
 */
export async function spendCredit(
  tx: Db,
  spender: Spender,
  credit: CreditName,
  amount: number,
  now: Date,
): Promise<void> {
  const limit = plans[spender.plan].credits[credit];
  const shard = limit === null ? Math.floor(Math.random() * shards) : 0;
  const period = periodStart(credit, now);
  const [row] = await tx.query<{ used: number; elsewhere: number }>(sql`
    insert into credit_usage as c (workspace_id, credit, period_start, shard, used)
    values (${spender.workspace_id}, ${credit}, ${period}, ${shard}, ${amount})
    on conflict (workspace_id, credit, period_start, shard) do update set used = c.used + excluded.used
    returning c.used, (select coalesce(sum(o.used), 0)::bigint from credit_usage o
      where ${limit !== null} and o.workspace_id = c.workspace_id and o.credit = c.credit
        and o.period_start = c.period_start and o.shard <> 0) as elsewhere`);
  if (limit === null || !row || row.used + row.elsewhere <= limit) return;
  throw new AppError(
    'quota_exceeded',
    `Your plan's ${credit.replace('_', ' ')} are used up (limit ${limit}).`,
  );
}

/** Gives back what a failed job or a deleted file had taken. */
export async function refundCredit(
  tx: Db,
  workspaceId: string,
  credit: CreditName,
  amount: number,
  spentAt: Date,
): Promise<void> {
  await tx.query(sql`
    insert into credit_usage as c (workspace_id, credit, period_start, shard, used)
    values (${workspaceId}, ${credit}, ${periodStart(credit, spentAt)}, 0, ${-amount})
    on conflict (workspace_id, credit, period_start, shard) do update set used = c.used + excluded.used`);
}

export async function readCredits(db: Db, spender: Spender, now: Date) {
  const rows = await db.query<{ credit: string; used: number }>(sql`
    select credit, sum(used)::bigint as used from credit_usage
     where workspace_id = ${spender.workspace_id}
       and period_start in (${periodStart('projects', now)}, ${forever}) group by credit`);
  const used = new Map(rows.map((row) => [row.credit, row.used]));
  return Object.fromEntries(
    creditNames.map((name) => {
      const limit = plans[spender.plan].credits[name];
      const spent = Math.max(0, used.get(name) ?? 0);
      return [name, { used: spent, limit, remaining: limit === null ? null : Math.max(0, limit - spent) }];
    }),
  );
}
