import type { Clock } from '../../foundation/clock.ts';
import { type Mail, prepare } from './message.ts';
import { createOutboxDriver } from './outbox.ts';
import { createSmtpDriver } from './smtp.ts';
import { projectHeader, removeStoredMails } from './stored-mails.ts';

export { inOneLine, type MailBlock, renderMail } from './layout.ts';
export {
  attemptsOfOneDay,
  type ComposedMail,
  composedMailTask,
  mailTask,
  mailTaskKind,
  queueMail,
  removeQueuedMails,
} from './mail-task.ts';
export type { Mail } from './message.ts';
export { queuedMailTexts } from './queued-mail-texts.ts';

export interface MailerOptions {
  /** SMTP_URL. Without it each mail is written as a file into the outbox (spec §10.4). */
  smtpUrl?: string | undefined;
  /** MAIL_FROM. */
  from: string;
  outboxDir: string;
  clock: Clock;
}

export interface Mailer {
  /** Whether mails leave this server. Without SMTP_URL they remain files in the outbox. */
  hasServer: boolean;
  /** Resolves when the mail server has accepted the mail, or its file is on disk. */
  send(mail: Mail): Promise<void>;
  /** Removes earlier mails of a project about a person from the outbox. Mails that a mail server accepted cannot be recalled. */
  removeStored(projectId: string, before: Date, isAbout: (text: string) => boolean): Promise<void>;
  close(): void;
}

export function createMailer({ smtpUrl, from, outboxDir, clock }: MailerOptions): Mailer {
  const driver = smtpUrl ? createSmtpDriver(smtpUrl) : createOutboxDriver(outboxDir, clock);
  return {
    hasServer: Boolean(smtpUrl),
    send: async (mail) => driver.send(prepare(smtpUrl ? mail : withProject(mail), from, clock.now())),
    removeStored: (projectId, before, isAbout) => removeStoredMails(outboxDir, projectId, before, isAbout),
    close: () => driver.close(),
  };
}

const withProject = (mail: Mail): Mail =>
  mail.project_id ? { ...mail, headers: { ...mail.headers, [projectHeader]: mail.project_id } } : mail;
