import { AppError } from '../../../foundation/errors.ts';
import {
  type CreditName,
  creditNames,
  creditRenewsMonthly,
  type PlanName,
  plans,
} from '../../../foundation/plans.ts';
import { type Db, pgErrorCode, type Sql, sql, type Transaction } from '../../../platform/database/index.ts';

/** More than a node has connections, so that concurrent transactions seldom update the same row. */
const shards = 64;
const forever = '1970-01-01';

/** The first day of the month, or a fixed day for credits that do not renew. */
const periodStart = (credit: CreditName, now: Date) =>
  creditRenewsMonthly[credit] ? `${now.toISOString().slice(0, 7)}-01` : forever;

interface Spender {
  workspace_id: string;
  plan: PlanName;
  /** The part of the credit that this spender cannot use, from 0 to 1; 0 unless set. */
  keptShare?: number;
}

/** The limit of the plan without the part that is kept for others; null: unlimited. */
function usableLimit(
  { plan, keptShare = 0 }: Omit<Spender, 'workspace_id'>,
  credit: CreditName,
): number | null {
  const limit = plans[plan].credits[credit];
  return limit === null ? null : limit - Math.floor(limit * keptShare);
}

const limitReached = 'CR001';

/** Increments the usage. If that would exceed the plan's limit, the statement fails with the code above. */
function spendStatement(spender: Spender, credit: CreditName, amount: number, now: Date): Sql {
  const limit = usableLimit(spender, credit);
  const period = periodStart(credit, now);
  const { workspace_id } = spender;
  if (limit !== null)
    return sql`select spend_limited_credit(${workspace_id}, ${credit}, ${period}, ${amount}, ${limit})`;
  return sql`
    insert into credit_usage as c (workspace_id, credit, period_start, shard, used)
    values (${workspace_id}, ${credit}, ${period}, pg_backend_pid() % ${shards}::integer, ${amount})
    on conflict (workspace_id, credit, period_start, shard) do update set used = c.used + excluded.used`;
}

export const isLimited = ({ plan }: Pick<Spender, 'plan'>, credit: CreditName): boolean =>
  plans[plan].credits[credit] !== null;

const creditLabels: Record<CreditName, string> = {
  projects: 'projects',
  transcription_minutes: 'transcription minutes',
  ai_jobs: 'AI jobs',
  storage_bytes: 'bytes of storage',
  engage_participants: 'participants',
};

/** When the monthly credits renew. */
export const creditsResetAt = (now: Date): Date =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));

export function quotaExceeded(spender: Spender, credit: CreditName, now: Date): AppError {
  const limit = `${plans[spender.plan].credits[credit]} ${creditLabels[credit]}`;
  if (!creditRenewsMonthly[credit]) {
    const hint = 'Delete files that you no longer need, or choose a larger plan.';
    return new AppError('quota_exceeded', `This exceeds your plan's ${limit}. ${hint}`);
  }
  const resetsAt = creditsResetAt(now).toISOString();
  return new AppError(
    'quota_exceeded',
    `This exceeds your plan's ${limit} per month. The credits renew on ${resetsAt.slice(0, 10)} (UTC).`,
    [{ field: credit, message: `renews at ${resetsAt}.` }],
  );
}

/**
 * Spends in the caller's transaction, without waiting for the result: if the plan's limit is reached, the transaction fails
 * with `quota_exceeded`. Only for work whose effects are all in the database.
 */
export function sendSpending(
  tx: Transaction,
  spender: Spender,
  credit: CreditName,
  amount: number,
  now: Date,
): void {
  tx.send(spendStatement(spender, credit, amount, now), {
    refused: (error) =>
      pgErrorCode(error) === limitReached ? quotaExceeded(spender, credit, now) : undefined,
  });
}

/** Like `sendSpending`, but throws `quota_exceeded` before the caller continues. */
export async function spendCredit(
  db: Db,
  spender: Spender,
  credit: CreditName,
  amount: number,
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    sendSpending(tx, spender, credit, amount, now);
    await tx.waitForSent();
  });
}

/** Returns the credit of a failed job or a deleted file. */
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

/** Throws `quota_exceeded` like `spendCredit` but spends nothing, to refuse work before it starts. */
export async function requireCredit(
  db: Db,
  spender: Spender,
  credit: CreditName,
  amount: number,
  now: Date,
): Promise<void> {
  if (!isLimited(spender, credit)) return;
  const { used = 0 } = (await readCredits(db, spender, now))[credit] ?? {};
  if (used + amount > (usableLimit(spender, credit) ?? 0)) throw quotaExceeded(spender, credit, now);
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
