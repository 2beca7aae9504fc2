import type { SentMessageInfo, Transporter, TransportOptions } from 'nodemailer';
import type { PreparedMail } from './message.ts';

/** The library is loaded with the first mail, so that the server starts faster. */
export function createLazyTransport(options: object) {
  let opened: Promise<Transporter<SentMessageInfo>> | undefined;
  const open = async () => {
    const { createTransport } = await import('nodemailer');
    return createTransport(options as TransportOptions);
  };
  return {
    async send(mail: PreparedMail): Promise<SentMessageInfo> {
      opened ??= open();
      return (await opened).sendMail(mail);
    },
    close(): void {
      void opened?.then((transport) => transport.close());
    },
  };
}
