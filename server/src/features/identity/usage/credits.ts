import { AppError } from '../../../foundation/errors.ts';
import {
  type CreditName,
  creditNames,
  creditRenewsMonthly,
  type PlanName,
  plans,
} from '../../../foundation/plans.ts';
import { type Db, empty, type Sql, sql } from '../../../platform/database/index.ts';

/** More than a node has connections: two that spend at once seldom meet on one row. */
const shards = 64;
const forever = '1970-01-01';

/** The first day of the month, or a fixed day for what does not renew. */
const periodStart = (credit: CreditName, now: Date) =>
  creditRenewsMonthly[credit] ? `${now.toISOString().slice(0, 7)}-01` : forever;

interface Spender {
  workspace_id: string;
  plan: PlanName;
}

/**
 * A statement that spends, never over the limit, and returns a row if it did. The row lock makes parallel spenders
 * of a limited plan wait for each other; what one sees then includes what the others spent. With `from`, as in
 * `from claim`, it spends only if there is a row.
 */
export function spending(
  spender: Spender,
  credit: CreditName,
  amount: number,
  now: Date,
  from: Sql = empty,
): Sql {
  const limit = plans[spender.plan].credits[credit];
  const period = periodStart(credit, now);
  const { workspace_id } = spender;
  if (limit === null) {
    return sql`
      insert into credit_usage as c (workspace_id, credit, period_start, shard, used)
      select ${workspace_id}, ${credit}, ${period}::date, pg_backend_pid() % ${shards}::integer, ${amount}::bigint ${from}
      on conflict (workspace_id, credit, period_start, shard) do update set used = c.used + excluded.used
      returning 1`;
  }
  // Other shards were filled while the plan had no limit; nobody adds to them now.
  const spent = (shardsOf: Sql) => sql`(
    select coalesce(sum(o.used), 0) from credit_usage o
     where o.workspace_id = ${workspace_id} and o.credit = ${credit} and o.period_start = ${period} ${shardsOf})`;
  return sql`
    insert into credit_usage as c (workspace_id, credit, period_start, shard, used)
    select ${workspace_id}, ${credit}, ${period}::date, 0, ${amount}::bigint ${from}
     where ${spent(sql``)} + ${amount}::bigint <= ${limit}::bigint
    on conflict (workspace_id, credit, period_start, shard) do update set used = c.used + excluded.used
     where c.used + excluded.used + ${spent(sql`and o.shard <> 0`)} <= ${limit}::bigint
    returning 1`;
}

export const isLimited = ({ plan }: Pick<Spender, 'plan'>, credit: CreditName): boolean =>
  plans[plan].credits[credit] !== null;

const creditWords: Record<CreditName, string> = {
  projects: 'projects',
  transcription_minutes: 'transcription minutes',
  ai_jobs: 'AI jobs',
  storage_bytes: 'bytes of storage',
  engage_participants: 'participants',
};

/** The instant at which the credits that renew begin again. */
export const creditsResetAt = (now: Date): Date =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));

export function quotaExceeded(spender: Spender, credit: CreditName, now: Date): AppError {
  const limit = `${plans[spender.plan].credits[credit]} ${creditWords[credit]}`;
  if (!creditRenewsMonthly[credit]) {
    const hint = 'Delete files that you no longer need, or choose a larger plan.';
    return new AppError('quota_exceeded', `This goes over your plan's ${limit}. ${hint}`);
  }
  const resetsAt = creditsResetAt(now).toISOString();
  return new AppError(
    'quota_exceeded',
    `This goes over your plan's ${limit} a month. The month's credits renew on ${resetsAt.slice(0, 10)} (UTC).`,
    [{ field: credit, message: `renews at ${resetsAt}.` }],
  );
}

/** Spends in the caller's transaction: rolled back with the work. */
export async function spendCredit(
  tx: Db,
  spender: Spender,
  credit: CreditName,
  amount: number,
  now: Date,
): Promise<void> {
  const [spent] = await tx.query(spending(spender, credit, amount, now));
  if (!spent) throw quotaExceeded(spender, credit, now);
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

/** Fails as spending would, and spends nothing: for work that is refused before it begins. */
export async function requireCredit(
  db: Db,
  spender: Spender,
  credit: CreditName,
  amount: number,
  now: Date,
): Promise<void> {
  if (!isLimited(spender, credit)) return;
  const { remaining } = (await readCredits(db, spender, now))[credit] ?? {};
  if (amount > (remaining ?? 0)) throw quotaExceeded(spender, credit, now);
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
