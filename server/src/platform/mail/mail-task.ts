import type { Db } from '../database/index.ts';
import { removeTasksByInput, type TaskHandler, type TaskQueue } from '../tasks/index.ts';
import type { Mail } from './message.ts';

export const mailTaskKind = 'mail.send';

/** Queues a mail in the caller's transaction: it is sent if and only if that commits. */
export async function queueMail(
  tasks: Pick<TaskQueue, 'add'>,
  tx: Db,
  { id, workspace_id, ...mail }: Mail & { id: string; workspace_id: string },
): Promise<void> {
  await tasks.add(tx, { kind: mailTaskKind, workspace_id, subject: id, input: { ...mail } });
}

/** Removes the mails to these addresses that were not sent yet. A mail that is being sent arrives. */
export const removeQueuedMails = (tx: Db, workspaceId: string, addresses: string[]): Promise<void> =>
  removeTasksByInput(tx, { kind: mailTaskKind, workspace_id: workspaceId }, 'to', addresses);

const firstDelayMs = 15_000;
const longestDelayMs = 3_600_000;

/**
 * Sends a mail and then removes its task. A crash in between sends it again with the same Message-ID, which mail programs
 * use to show one. A mail that the server rejects is retried with growing delays and never dropped: an operator may
 * need days to repair a mail server.
 */
export const mailTask = (mailer: { send(mail: Mail): Promise<void> }): TaskHandler => ({
  // Each mail uses its own connection, and mail servers limit their number.
  concurrency: 4,
  retry: {
    attemptsMax: Number.POSITIVE_INFINITY,
    delayMs: (attempts) => Math.min(longestDelayMs, firstDelayMs * 2 ** (attempts - 1)),
  },
  run: ({ subject, input }) => mailer.send({ ...(input as unknown as Mail), id: subject }),
  onExhausted: async () => {},
});
