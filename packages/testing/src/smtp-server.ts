import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  /** The message as it was sent, with its headers. */
  raw: string;
  /** The recipients of the SMTP envelope. */
  recipients: string[];
}

export interface SmtpServer {
  url: string;
  mails: ReceivedMail[];
  close(): Promise<void>;
}

export interface SmtpServerOptions {
  /** The refusal of a recipient, such as 550 for an unknown one; undefined to accept the mail. */
  replyTo?(address: string): { code: number; text: string } | undefined;
}

/** A mail server without TLS and authentication. By default it accepts everything. */
export async function startSmtpServer({ replyTo }: SmtpServerOptions = {}): Promise<SmtpServer> {
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    onRcptTo({ address }, _session, done) {
      const refusal = replyTo?.(address);
      if (refusal) done(Object.assign(new Error(refusal.text), { responseCode: refusal.code }));
      else done();
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const recipients = session.envelope.rcptTo.map(({ address }) => address);
        mails.push({ raw: Buffer.concat(chunks).toString(), recipients });
        done();
      });
    },
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    close: () => new Promise((closed) => server.close(() => closed())),
  };
}
