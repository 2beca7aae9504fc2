import { invalidField } from '../../../foundation/errors.ts';
import { plans } from '../../../foundation/plans.ts';
import type { Researcher } from '../../../foundation/principal.ts';
import { type Db, sql } from '../../../platform/database/index.ts';
import type { Outcome } from './counter.ts';
import { creditsResetAt, readCredits } from './credits.ts';

interface CountRow {
  day: string;
  endpoint: string;
  outcome: Outcome;
  count: number;
}

export async function readUsage(
  db: Db,
  principal: Researcher,
  query: { from?: string; to?: string },
  selfHostedPerMinute: number,
  now: Date,
) {
  const today = now.toISOString().slice(0, 10);
  const to = query.to ?? today;
  const from = query.from ?? `${to.slice(0, 7)}-01`;
  if (from > to) throw invalidField('to', 'must not be before `from`.');
  const rows = await db.query<CountRow>(sql`
    select to_char(day, 'YYYY-MM-DD') as day, endpoint, outcome, count from usage_counts
     where user_id = ${principal.user_id} and day between ${from} and ${to}`);
  const recent_activity = await db.query(sql`
    select request_id, method, path, status, at from recent_requests
     where user_id = ${principal.user_id} order by at desc limit 20`);
  const totalOf = (outcome: Outcome) => sum(rows.filter((row) => row.outcome === outcome));
  const cap = plans[principal.plan].requestsPerMinute ?? selfHostedPerMinute;
  return {
    user_id: principal.user_id,
    period: { from, to },
    requests: {
      total: sum(rows),
      succeeded: totalOf('succeeded'),
      client_errors: totalOf('client_error'),
      server_errors: totalOf('server_error'),
      rate_limited: totalOf('rate_limited'),
      by_day: totals(rows, (row) => row.day).map(([day, total]) => ({ day, total })),
      by_endpoint: totals(rows, (row) => row.endpoint).map(([endpoint, total]) => ({ endpoint, total })),
    },
    rate_limit: { per_minute: cap || null },
    credits: await readCredits(db, principal, now),
    resets_at: creditsResetAt(now),
    recent_activity,
  };
}

const sum = (rows: CountRow[]) => rows.reduce((total, row) => total + row.count, 0);

function totals(rows: CountRow[], by: (row: CountRow) => string): [string, number][] {
  const groups = new Map<string, number>();
  for (const row of rows) groups.set(by(row), (groups.get(by(row)) ?? 0) + row.count);
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1));
}
