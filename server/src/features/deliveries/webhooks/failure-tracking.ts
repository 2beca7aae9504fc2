import { type Db, sql } from '../../../platform/database/index.ts';
import { queueMail } from '../../../platform/mail/index.ts';
import type { TaskQueue } from '../../../platform/tasks/index.ts';
import type { AttemptRecord, Bookkeeping } from '../engine/index.ts';
import { afterAttempt } from './disable-rule.ts';
import { disabledMail } from './disabled-mail.ts';

interface DisableOptions {
  disableAfterSeconds: number;
  publicUrl: string;
  tasks: Pick<TaskQueue, 'add'>;
}

interface StreakRow {
  id: string;
  workspace_id: string;
  url: string;
  description: string | null;
  status: 'enabled' | 'disabled';
  failing_since: Date | null;
  last_success_at: Date | null;
  last_failure_at: Date | null;
  email: string;
  name: string;
}

/** Tracks continuous failures of each webhook and disables it after the limit (spec §8.10). */
export function streakBookkeeping(options: DisableOptions): Bookkeeping {
  return {
    // A webhook that is well is written to once a second at most. Locked in the order of ids: two workers never wait for each other.
    onSuccess: sql`, successes as (
        select subscription_id, max(ended_at) as at from done where status = 'succeeded' group by subscription_id),
      locked as (
        select w.id, s.at from webhooks w join successes s on s.subscription_id = w.id
         where w.failing_since is not null or w.last_success_at is null or w.last_success_at < s.at - interval '1 second'
         order by w.id for no key update of w),
      well as (
        update webhooks w set last_success_at = greatest(w.last_success_at, l.at),
               failing_since = case when w.failing_since > l.at then w.failing_since end
          from locked l where w.id = l.id)`,

    async onFailures(tx, records) {
      const ids = [...new Set(records.map((record) => record.delivery.subscription_id))];
      const webhooks = await tx.query<StreakRow>(sql`
        select w.id, w.workspace_id, w.url, w.description, w.status, w.failing_since, w.last_success_at, w.last_failure_at, u.email, u.name
          from webhooks w join users u on u.id = w.created_by
         where w.id = any(${ids}) and w.deleted_at is null order by w.id for no key update of w`);
      for (const webhook of webhooks) {
        const own = records
          .filter((record) => record.delivery.subscription_id === webhook.id && record.status !== 'skipped')
          .sort((a, b) => a.ended_at.getTime() - b.ended_at.getTime());
        const disabledBy = follow(webhook, own, options.disableAfterSeconds);
        await tx.query(sql`
          update webhooks set failing_since = ${webhook.failing_since}, last_success_at = ${webhook.last_success_at},
                 last_failure_at = ${webhook.last_failure_at} where id = ${webhook.id}`);
        if (disabledBy && webhook.status === 'enabled') await disable(tx, webhook, disabledBy, options);
      }
    },
  };
}

/** Takes the attempts into the row, one after the other. Returns the one that ends it. */
function follow(
  row: StreakRow,
  records: AttemptRecord[],
  disableAfterSeconds: number,
): AttemptRecord | undefined {
  let disabledBy: AttemptRecord | undefined;
  for (const record of records) {
    const at = record.ended_at;
    const succeeded = record.status === 'succeeded';
    // Attempts end in another order than they are written: a failure before the last success begins no streak.
    const stale = !succeeded && row.last_success_at !== null && at < row.last_success_at;
    if (!stale) {
      const last_attempt_at = latest(row.last_success_at, row.last_failure_at);
      const { failing_since, disable } = afterAttempt(
        { failing_since: row.failing_since, last_attempt_at },
        { succeeded, at },
        disableAfterSeconds,
      );
      row.failing_since = failing_since;
      if (disable) disabledBy ??= record;
    }
    if (succeeded) row.last_success_at = latest(row.last_success_at, at);
    else row.last_failure_at = latest(row.last_failure_at, at);
  }
  return disabledBy;
}

/** The row is locked and was enabled: whoever gets here is the only one, and so is the mail. */
async function disable(
  tx: Db,
  webhook: StreakRow,
  by: AttemptRecord,
  options: DisableOptions,
): Promise<void> {
  const at = by.ended_at;
  const reason = `Every attempt failed for ${inWords(options.disableAfterSeconds)}.`;
  await tx.query(sql`
    update webhooks set status = 'disabled', disabled_at = ${at}, disabled_reason = ${reason}, updated_at = ${at}
     where id = ${webhook.id}`);
  const mail = disabledMail({
    webhook_id: webhook.id,
    url: webhook.url,
    description: webhook.description,
    recipient_name: webhook.name,
    failing_since: webhook.failing_since ?? at,
    last_success_at: webhook.last_success_at,
    missed_since: (await oldestMissed(tx, webhook)) ?? webhook.failing_since ?? at,
    disabled_at: at,
    error: by.error,
    response_code: by.response_code,
    publicUrl: options.publicUrl,
  });
  const { id, workspace_id, email } = webhook;
  await queueMail(options.tasks, tx, { id: `disabled-${id}`, workspace_id, to: email, ...mail });
}

/**
 * When the oldest event happened that failed after the last success: earlier than the failure itself, and where a replay
 * begins. Records are filed under the moment when their attempt was planned, which may be long before the attempt where no
 * worker ran: so all that are kept are looked at, by the index of those that did not succeed.
 */
async function oldestMissed(tx: Db, { id, last_success_at }: StreakRow): Promise<Date | null> {
  const [row] = await tx.query<{ at: Date | null }>(sql`
    select least(
      (select min(a.event_created_at) from webhook_attempts a
        where a.subscription_id = ${id} and a.status = 'failed'
          and a.attempted_at + a.duration_ms * interval '1 millisecond'
              >= coalesce(${last_success_at}::timestamptz - interval '1 second', '-infinity')),
      (select min(q.event_created_at) from webhook_queue q where q.subscription_id = ${id})) as at`);
  return row?.at ?? null;
}

const inWords = (seconds: number) =>
  seconds < 3600 ? `${seconds} seconds` : `${Math.round((seconds / 3600) * 10) / 10} hours`;

function latest(a: Date | null, b: Date | null): Date | null {
  if (!a || !b) return a ?? b;
  return a > b ? a : b;
}
