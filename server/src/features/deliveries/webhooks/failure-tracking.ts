import { type Db, sql } from '../../../platform/database/index.ts';
import { queueMail } from '../../../platform/mail/index.ts';
import type { TaskQueue } from '../../../platform/tasks/index.ts';
import type { AttemptRecord, RecordHooks } from '../engine/index.ts';
import { afterAttempt } from './disable-rule.ts';
import { disabledMail } from './disabled-mail.ts';

interface DisableOptions {
  disableAfterSeconds: number;
  publicUrl: string;
  tasks: Pick<TaskQueue, 'add'>;
}

interface TrackedWebhook {
  id: string;
  workspace_id: string;
  url: string;
  description: string | null;
  status: 'enabled' | 'disabled';
  failing_since: Date | null;
  missed_since: Date | null;
  last_success_at: Date | null;
  last_failure_at: Date | null;
  email: string;
  name: string;
}

/** Tracks continuous failures of each webhook and disables it after the limit (spec §8.10). */
export function failureTracking(options: DisableOptions): RecordHooks {
  return {
    // A healthy webhook is updated at most once a second. Rows are locked in the order of ids, so that workers cannot deadlock.
    onSuccess: sql`, successes as (
        select subscription_id, max(ended_at) as at from done where status = 'succeeded' group by subscription_id),
      locked as (
        select w.id, s.at from webhooks w join successes s on s.subscription_id = w.id
         where w.failing_since is not null or w.last_success_at is null or w.last_success_at < s.at - interval '1 second'
         order by w.id for no key update of w),
      updated as (
        update webhooks w set last_success_at = greatest(w.last_success_at, l.at),
               failing_since = case when w.failing_since > l.at then w.failing_since end,
               missed_since = case when w.failing_since > l.at then w.missed_since end
          from locked l where w.id = l.id)`,

    async onFailures(tx, records) {
      const ids = [...new Set(records.map((record) => record.delivery.subscription_id))];
      const webhooks = await tx.query<TrackedWebhook>(sql`
        select w.id, w.workspace_id, w.url, w.description, w.status, w.failing_since, w.missed_since,
               w.last_success_at, w.last_failure_at, u.email, u.name
          from webhooks w join users u on u.id = w.created_by
         where w.id = any(${ids}) and w.deleted_at is null order by w.id for no key update of w`);
      for (const webhook of webhooks) {
        const own = records
          .filter((record) => record.delivery.subscription_id === webhook.id && record.status !== 'skipped')
          .sort((a, b) => a.ended_at.getTime() - b.ended_at.getTime());
        const disabledBy = applyAttempts(webhook, own, options.disableAfterSeconds);
        await tx.query(sql`
          update webhooks set failing_since = ${webhook.failing_since}, missed_since = ${webhook.missed_since},
                 last_success_at = ${webhook.last_success_at}, last_failure_at = ${webhook.last_failure_at}
           where id = ${webhook.id}`);
        if (disabledBy && webhook.status === 'enabled') await disable(tx, webhook, disabledBy, options);
      }
    },
  };
}

/** Updates the row with the attempts in order. Returns the attempt that disables the webhook, if any. */
function applyAttempts(
  row: TrackedWebhook,
  records: AttemptRecord[],
  disableAfterSeconds: number,
): AttemptRecord | undefined {
  let disabledBy: AttemptRecord | undefined;
  for (const record of records) {
    const at = record.ended_at;
    const succeeded = record.status === 'succeeded';
    // Attempts may be written in another order than they ended. A failure before the last success does not count.
    const stale = !succeeded && row.last_success_at !== null && at < row.last_success_at;
    if (!stale) {
      const last_attempt_at = latest(row.last_success_at, row.last_failure_at);
      const { failing_since, disable } = afterAttempt(
        { failing_since: row.failing_since, last_attempt_at },
        { succeeded, at },
        disableAfterSeconds,
      );
      row.failing_since = failing_since;
      row.missed_since = succeeded ? null : earliest(row.missed_since, record.delivery.event_created_at);
      if (disable) disabledBy ??= record;
    }
    if (succeeded) row.last_success_at = latest(row.last_success_at, at);
    else row.last_failure_at = latest(row.last_failure_at, at);
  }
  return disabledBy;
}

/** The row is locked and enabled, so only one worker disables it and only one mail is sent. */
async function disable(
  tx: Db,
  webhook: TrackedWebhook,
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
    missed_since: (await findOldestMissed(tx, webhook)) ?? webhook.failing_since ?? at,
    disabled_at: at,
    error: by.error,
    response_code: by.response_code,
    publicUrl: options.publicUrl,
  });
  const { id, workspace_id, email } = webhook;
  await queueMail(options.tasks, tx, {
    id: `disabled-${id}`,
    workspace_id,
    project_id: null,
    to: email,
    ...mail,
  });
}

/**
 * The time of the oldest event that failed after the last success, where a replay has to start. It is earlier than the
 * failure itself. The partition of a record is the day on which its attempt was scheduled, which can be long before the
 * attempt if no worker ran. So this reads all partitions, with the index of records that did not succeed.
 */
async function findOldestMissed(tx: Db, { id, last_success_at }: TrackedWebhook): Promise<Date | null> {
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

function earliest(a: Date | null, b: Date): Date {
  return a && a < b ? a : b;
}

function latest(a: Date | null, b: Date | null): Date | null {
  if (!a || !b) return a ?? b;
  return a > b ? a : b;
}
