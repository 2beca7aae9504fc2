/** The mail server refused this mail for good: sending it again would have the same result. */
export class MailRefused extends Error {
  constructor(response: string) {
    super(response);
    this.name = 'MailRefused';
  }
}

const responseLengthMax = 300;

interface SmtpError {
  responseCode?: number;
  response?: string;
  command?: string;
  code?: string;
}

/**
 * The error of a failed mail without the recipient's address, which must not appear in a log. A reply 5xx to the recipient
 * or to the message concerns this mail. A reply 5xx to the sign-in or the sender concerns the operator's configuration,
 * which can be repaired, so it is no refusal.
 */
export function toMailError(error: unknown, recipient: string): Error {
  const { responseCode = 0, response, command = '', code } = error as SmtpError;
  const text = withoutAddress(response ?? (error as Error).message, recipient);
  if (responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA')) return new MailRefused(text);
  return Object.assign(new Error(text), { code });
}

/** Servers repeat the address, or only the part before the @. A short one is also a part of other words. */
function withoutAddress(text: string, address: string): string {
  const local = address.split('@')[0] ?? '';
  const names = local.length > 3 ? [address, local] : [address];
  const pattern = names.map((name) => name.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')).join('|');
  return text
    .replace(new RegExp(`<?(${pattern})>?`, 'giu'), 'the recipient')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, responseLengthMax);
}
