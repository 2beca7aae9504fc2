import { createLazyTransport } from './lazy-transport.ts';
import type { PreparedMail } from './message.ts';
import { toMailError } from './refusal.ts';

export interface MailDriver {
  send(mail: PreparedMail): Promise<void>;
  close(): void;
}

/** Sends mail with SMTP. nodemailer's default time-outs are minutes, which would block a task for too long. */
export function createSmtpDriver(smtpUrl: string): MailDriver {
  const protocol = URL.parse(smtpUrl)?.protocol;
  if (protocol !== 'smtp:' && protocol !== 'smtps:') {
    throw new Error('SMTP_URL must look like smtp://user:password@host:port or smtps://…');
  }
  const transport = createLazyTransport({
    url: smtpUrl,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
  });
  return {
    async send(mail) {
      await transport.send(mail).catch((error: unknown) => {
        throw toMailError(error, (mail.to as { address: string }).address);
      });
    },
    close: () => transport.close(),
  };
}
