import type { SendMailOptions } from 'nodemailer';
import { isEmailAddress } from '../../foundation/email-address.ts';

export interface Mail {
  /** One address without a name: `ada@example.com`. */
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Becomes the Message-ID, so that mail programs recognize a mail that was sent twice. */
  id?: string;
  /** Additional headers, e.g. `List-Unsubscribe`. Sender, recipients and subject are refused. */
  headers?: Record<string, string>;
  /** The project that the mail is about, or null. An erasure removes only mails of its project. */
  project_id: string | null;
  /** A calendar entry (RFC 5546), which mail programs offer to add. */
  calendar?: { method: 'REQUEST' | 'CANCEL'; content: string };
}

/** The options that both drivers pass to nodemailer. */
export type PreparedMail = SendMailOptions & { date: Date };

const reservedHeaders = new Set([
  'from',
  'sender',
  'reply-to',
  'return-path',
  'to',
  'cc',
  'bcc',
  'subject',
  'date',
  'message-id',
  'mime-version',
  'content-type',
  'content-transfer-encoding',
]);

/**
 * Prevents header injection: user-supplied text, such as the name of a project in a subject, cannot add a header or a
 * recipient. Throws if the recipient is not exactly one address or if a header is reserved.
 */
export function prepare(mail: Mail, from: string, date: Date): PreparedMail {
  if (!isEmailAddress(mail.to)) throw new Error('The recipient must be one e-mail address.');
  const headers: Record<string, string> = { 'Auto-Submitted': 'auto-generated' };
  for (const [name, value] of Object.entries(mail.headers ?? {})) {
    if (!/^[A-Za-z][A-Za-z0-9-]*$/.test(name) || reservedHeaders.has(name.toLowerCase())) {
      throw new Error(`A mail must not set the header ${JSON.stringify(name)}.`);
    }
    headers[name] = oneLine(value);
  }
  return {
    from: oneLine(from),
    // An object, because nodemailer parses a string as a list of addresses.
    to: { name: '', address: mail.to },
    subject: oneLine(mail.subject),
    text: mail.text,
    html: mail.html,
    ...(mail.id ? { messageId: `<${oneLine(mail.id)}@parley>` } : {}),
    ...(mail.calendar ? { icalEvent: { ...mail.calendar, filename: 'invitation.ics' } } : {}),
    headers,
    date,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** Replaces control characters with spaces, including U+0085, U+2028 and U+2029, which some programs treat as line breaks. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}
