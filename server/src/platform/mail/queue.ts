import type { Clock } from '../../foundation/clock.ts';
import { type Db, sql } from '../database/index.ts';
import type { Log } from '../log/log.ts';
import type { Mail } from './message.ts';

/** Writes a mail in the caller's transaction; it is sent once that is committed, and not otherwise. */
export async function queueMail(tx: Db, mail: Mail & { id: string }, now: Date): Promise<void> {
  await tx.query(sql`
    insert into outbox_mails (id, recipient, subject, text_body, html_body, due_at, created_at)
    values (${mail.id}, ${mail.to}, ${mail.subject}, ${mail.text}, ${mail.html}, ${now}, ${now}) on conflict do nothing`);
}

/** What sends a mail for good. */
interface Sender {
  send(mail: Mail): Promise<void>;
}

interface MailRow {
  id: string;
  recipient: string;
  subject: string;
  text_body: string;
  html_body: string;
  attempts: number;
}

const batch = 20;
/** Longer than SMTP may take for a batch, so that no two workers send one mail. */
const leaseSeconds = 20 * 60;
const longestDelayMs = 3_600_000;

/**
 * Sends what is due. A mail leaves the table when the mail server has it: a crash in between sends it again, with the
 * same Message-ID, and none is lost. One that is refused is tried again, ever more seldom.
 */
export async function sendQueuedMails(db: Db, mailer: Sender, clock: Clock, log: Log): Promise<void> {
  for (;;) {
    const mails = await db.query<MailRow>(sql`
      update outbox_mails set leased_until = clock_timestamp() + ${leaseSeconds} * interval '1 second'
       where id in (
         select id from outbox_mails
          where due_at <= ${clock.now()} and (leased_until is null or leased_until < clock_timestamp())
          order by due_at limit ${batch} for update skip locked)
      returning id, recipient, subject, text_body, html_body, attempts`);
    for (const mail of mails) await sendOne(db, mailer, clock, log, mail);
    if (mails.length < batch) return;
  }
}

async function sendOne(db: Db, mailer: Sender, clock: Clock, log: Log, mail: MailRow): Promise<void> {
  const { id, recipient, subject, text_body, html_body, attempts } = mail;
  try {
    await mailer.send({ to: recipient, subject, text: text_body, html: html_body, id });
  } catch (error) {
    log.warn({ err: error, mail: id, attempts }, 'a mail could not be sent and will be tried again');
    const delayMs = Math.min(longestDelayMs, 15_000 * 2 ** attempts);
    await db.query(sql`
      update outbox_mails set attempts = attempts + 1, leased_until = null, due_at = ${new Date(clock.now().getTime() + delayMs)}
       where id = ${id}`);
    return;
  }
  await db.query(sql`delete from outbox_mails where id = ${id}`);
}
