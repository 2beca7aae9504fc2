import type { Clock } from '../../../foundation/clock.ts';
import type { Db } from '../../../platform/database/index.ts';
import { composedMailTask, inOneLine, type Mailer, renderMail } from '../../../platform/mail/index.ts';
import type { TaskHandler } from '../../../platform/tasks/index.ts';
import { createResetLink, lifetimeMs } from './one-time-links.ts';
import { findUserByEmail } from './store.ts';

export const resetMailKind = 'password_reset.mail';

export interface ResetRequest {
  email: string;
  requested_at: string;
}

/**
 * Sends the mail to set a new password. Whether the address has an account is decided here and not in the request, so that
 * neither its response nor its duration reveals it. The link is created when the mail is sent, so the queue contains none.
 */
export const resetMailTask = ({
  db,
  clock,
  mailer,
  publicUrl,
}: {
  db: Db;
  clock: Clock;
  mailer: Mailer;
  publicUrl: string;
}): TaskHandler =>
  composedMailTask(mailer, {
    async compose({ input }) {
      const { email, requested_at } = input as unknown as ResetRequest;
      const now = clock.now();
      // The person no longer expects a mail that waited this long for a mail server.
      if (now.getTime() - Date.parse(requested_at) > lifetimeMs.password_reset) return undefined;
      const user = await findUserByEmail(db, email);
      if (!user) return undefined;
      const url = await createResetLink(db, publicUrl, user.id, now);
      return { project_id: null, to: user.email, ...resetMail(user.name, url) };
    },
    // An address that the server refuses gets no second attempt.
    refused: async () => {},
  });

export const resetMail = (name: string, url: string) =>
  renderMail({
    language: 'en',
    subject: 'Set a new password for Parley',
    blocks: [
      { kind: 'text', text: `Hello ${inOneLine(name)},` },
      { kind: 'text', text: 'A new password was requested for your Parley account.' },
      { kind: 'button', label: 'Set a new password', url },
      { kind: 'text', text: 'The link works once, within one hour.' },
      {
        kind: 'text',
        text: 'If you did not request it, ignore this mail: your password stays as it is.',
      },
    ],
  });
