import { createTransport } from 'nodemailer';
import type { PreparedMail } from './message.ts';

export interface MailDriver {
  send(mail: PreparedMail): Promise<void>;
  close(): void;
}

/** Mail by a mail server. nodemailer's own limits are minutes: a server that hangs must not hold a task that long. */
export function createSmtpDriver(smtpUrl: string): MailDriver {
  const protocol = URL.parse(smtpUrl)?.protocol;
  if (protocol !== 'smtp:' && protocol !== 'smtps:') {
    throw new Error('SMTP_URL must look like smtp://user:password@host:port or smtps://…');
  }
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
  });
  return {
    async send(mail) {
      await transport.sendMail(mail);
    },
    close: () => transport.close(),
  };
}
