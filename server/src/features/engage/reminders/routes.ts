import Type from 'typebox';
import { invalidField, rateLimited } from '../../../foundation/errors.ts';
import type { Participant } from '../../../foundation/principal.ts';
import { participantRoute, type Route } from '../../../http/route.ts';
import { EmailAddress, Input } from '../../../http/schema.ts';
import type { Db } from '../../../platform/database/index.ts';
import { countAction, type RateLimiter } from '../../../platform/rate-limiter/index.ts';
import type { TaskQueue } from '../../../platform/tasks/index.ts';
import { hashAddress, linkHashOf } from '../participants/index.ts';
import { requireOpen } from '../responses/index.ts';
import { findPublishedTest } from '../tests/index.ts';
import { reminderMailKind } from './mail-task.ts';
import { findLinkOfAddress } from './store.ts';

interface ReminderDeps {
  tasks: Pick<TaskQueue, 'add'>;
  limiter: RateLimiter;
}

/** A person needs one mail and perhaps a second one. More would let a stranger fill someone's mailbox. */
const mailsPerAddress = 3;
/** Many people share an open link. */
const mailsPerLink = { personal: 5, open: 100 };
const windowSeconds = 3600;

export const reminderRoutes = (deps: ReminderDeps): Route<Participant>[] => [
  participantRoute({
    method: 'POST',
    path: '/reminder',
    operationId: 'sendReminder',
    tag: 'Participant',
    summary: 'Send the link to go on later',
    status: 200,
    body: Input({ email: EmailAddress() }),
    data: Type.Object({ accepted: Type.Boolean() }),
    handler: async ({ db, principal, now, body }) => {
      const email = body.email.normalize('NFC');
      if (principal.participant_id === null) await requireLiveTest(db, principal);
      else await requireOpen(db, principal, now);
      await countMail(deps.limiter, principal, email);
      await queueReminder(deps.tasks, db, principal, email);
      // The same response for every address, so that it does not reveal who takes part.
      return { data: { accepted: true } };
    },
  }),
];

/**
 * A personal link is sent to the given address. Through the open link, an invited person who lost the personal link receives
 * it at the address of the invitation: only its mailbox shows whether there is a response.
 */
async function queueReminder(
  tasks: ReminderDeps['tasks'],
  db: Db,
  principal: Participant,
  email: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const link = principal.participant_id
      ? { hash: linkHashOf(principal), participant_id: principal.participant_id, email }
      : await findLinkOfAddress(tx, principal.test_id, email);
    if (!link) return;
    await tasks.add(tx, {
      kind: reminderMailKind,
      workspace_id: principal.workspace_id,
      subject: link.participant_id,
      input: { link: link.hash.toString('base64url'), to: link.email },
    });
  });
}

async function requireLiveTest(db: Db, principal: Participant): Promise<void> {
  if (principal.revoked_at) throw invalidField('link', 'This link was revoked.');
  const test = await findPublishedTest(db, principal.test_id);
  if (test?.status !== 'live') throw invalidField('link', `This test is ${test?.status ?? 'closed'}.`);
}

async function countMail(limiter: RateLimiter, principal: Participant, email: string): Promise<void> {
  const address = hashAddress(email);
  const perLink = principal.participant_id === null ? mailsPerLink.open : mailsPerLink.personal;
  const waitMs = await countAction(limiter, windowSeconds, [
    { subject: `reminder ${principal.link_id}`, limit: perLink },
    { subject: `reminder to ${address}`, limit: mailsPerAddress },
  ]);
  if (waitMs === 0) return;
  const minutes = Math.ceil(waitMs / 60_000);
  throw rateLimited(`Several mails were already sent. Try again in ${minutes} minutes.`, waitMs);
}
