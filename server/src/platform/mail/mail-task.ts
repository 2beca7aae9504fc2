import type { Db } from '../database/index.ts';
import {
  listTaskIds,
  removeTasksByInput,
  supersedeTasks,
  type Task,
  TaskFailure,
  type TaskHandler,
  TaskPostponed,
  type TaskQueue,
} from '../tasks/index.ts';
import type { Mail } from './message.ts';
import { MailRefused } from './refusal.ts';

export const mailTaskKind = 'mail.send';

interface QueuedMail extends Mail {
  id: string;
  workspace_id: string;
  /**
   * Mails about one thing to one recipient, of which only the latest is of use. A mail replaces the unsent ones before it,
   * and is sent after those that are being sent. The caller has locked the thing.
   */
  thread?: string;
  /**
   * After so many attempts, or a refusal by the mail server, the mail is removed unsent. For mails that contain what must
   * not be stored for long.
   */
  attempts_max?: number;
}

/** As many attempts as the delays below allow in one day. */
export const attemptsOfOneDay = 32;

/** Queues a mail in the caller's transaction: it is sent if and only if that commits. */
export async function queueMail(
  tasks: Pick<TaskQueue, 'add'>,
  tx: Db,
  { id, workspace_id, thread, ...mail }: QueuedMail,
): Promise<void> {
  const task = { kind: mailTaskKind, workspace_id, subject: thread ?? id };
  if (thread) await supersedeTasks(tx, task);
  await tasks.add(tx, { ...task, input: thread ? { ...mail, id } : { ...mail } });
}

/** Removes the mails of a project to these addresses that were not sent yet. A mail that is being sent arrives. */
export const removeQueuedMails = (
  tx: Db,
  { project_id, workspace_id }: { project_id: string; workspace_id: string },
  addresses: string[],
): Promise<void> =>
  removeTasksByInput(tx, { kind: mailTaskKind, workspace_id, input: { project_id } }, 'to', addresses);

const firstDelayMs = 15_000;
const longestDelayMs = 3_600_000;
/** Sending a mail takes about as long. */
const threadWaitMs = 1_000;

const common = {
  // Each mail uses its own connection, and mail servers limit their number.
  concurrency: 4,
  retry: {
    attemptsMax: Number.POSITIVE_INFINITY,
    delayMs: (attempts: number) => Math.min(longestDelayMs, firstDelayMs * 2 ** (attempts - 1)),
  },
  onExhausted: async () => {},
};

/**
 * Sends a mail and then removes its task. A crash in between sends it again with the same Message-ID, which mail programs
 * use to show one. A mail that the server rejects is retried with growing delays and, without `attempts_max`, never removed:
 * an operator may need days to repair a mail server.
 */
export const mailTask = (mailer: { send(mail: Mail): Promise<void> }, db: Db): TaskHandler => ({
  ...common,
  async run(task) {
    const { attempts_max, ...mail } = task.input as unknown as Mail & Pick<QueuedMail, 'attempts_max'>;
    // Without an id in its input, the mail belongs to no thread.
    if (mail.id === undefined) return mailer.send({ ...mail, id: task.subject });
    const ids = await listTaskIds(db, task);
    if (ids.some((id) => id > task.id)) return;
    if (ids.some((id) => id < task.id)) throw new TaskPostponed(threadWaitMs);
    try {
      await mailer.send(mail);
    } catch (error) {
      const isReplaced = (await listTaskIds(db, task)).some((id) => id > task.id);
      if (isReplaced) return;
      const isLast = attempts_max !== undefined && task.attempts >= attempts_max;
      if (isLast || (attempts_max !== undefined && error instanceof MailRefused))
        throw new TaskFailure('mail_not_sent', 'The mail server did not accept the mail in time.');
      throw error;
    }
  },
});

export interface ComposedMail {
  /** Returns undefined if the mail is no longer wanted: it is then not sent. */
  compose(task: Task): Promise<Omit<Mail, 'id'> | undefined>;
  /** Records that the mail was sent, in the transaction that removes the task. */
  sent?(tx: Db, task: Task): Promise<void>;
  /** Records why the mail server refused the mail. Without this function a refused mail is retried like any other. */
  refused?(tx: Db, task: Task, reason: string): Promise<void>;
}

/**
 * Sends mails that are written when they are sent, not when they are queued. The queue then contains neither addresses nor
 * links that grant access, and a mail that is no longer wanted is not sent.
 */
export const composedMailTask = (
  mailer: { send(mail: Mail): Promise<void> },
  mail: ComposedMail,
): TaskHandler => ({
  ...common,
  async run(task, { finish }) {
    const composed = await mail.compose(task);
    if (!composed) return;
    const refusal = await mailer.send({ ...composed, id: `${task.subject}-${task.id}` }).then(
      () => undefined,
      (error: unknown) => {
        if (error instanceof MailRefused && mail.refused) return error;
        throw error;
      },
    );
    if (refusal) await finish(async (tx) => mail.refused?.(tx, task, refusal.message));
    else await finish(async (tx) => mail.sent?.(tx, task));
  },
});
