import type { SendMailOptions } from 'nodemailer';

export interface Mail {
  /** One address, bare: `ada@example.com`. */
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Becomes the Message-ID: a mail that had to be sent again can be told from a second one. */
  id?: string;
  /** Further headers, e.g. `List-Unsubscribe`. Who gets the mail and what it is about can't be set here. */
  headers?: Record<string, string>;
}

/** What both drivers hand to nodemailer. */
export type PreparedMail = SendMailOptions & { date: Date };

const ownHeaders = new Set([
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
 * A mail whose parts may come from strangers (the name of a project in a subject) gains no header and no recipient
 * by them. Throws for what can't be meant: a recipient that is not one address, a header that is not ours to set.
 */
export function prepare(mail: Mail, from: string, date: Date): PreparedMail {
  if (!isOneAddress(mail.to)) throw new Error('The recipient must be one e-mail address.');
  const headers: Record<string, string> = { 'Auto-Submitted': 'auto-generated' };
  for (const [name, value] of Object.entries(mail.headers ?? {})) {
    if (!/^[A-Za-z][A-Za-z0-9-]*$/.test(name) || ownHeaders.has(name.toLowerCase())) {
      throw new Error(`A mail can't have the header ${JSON.stringify(name)}.`);
    }
    headers[name] = oneLine(value);
  }
  return {
    from: oneLine(from),
    // As an object it is taken for one address: a string would be read as a list.
    to: { name: '', address: mail.to },
    subject: oneLine(mail.subject),
    text: mail.text,
    html: mail.html,
    ...(mail.id ? { messageId: `<${oneLine(mail.id)}@parley>` } : {}),
    headers,
    date,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

function isOneAddress(text: string): boolean {
  return text.length <= 254 && /^[^\s\p{Cc}@<>()[\],;:\\"]+@[^\s\p{Cc}@<>()[\],;:\\"]+$/u.test(text);
}

/** Line ends and other control characters become spaces: U+0085, U+2028 and U+2029 are line ends to some readers. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}
