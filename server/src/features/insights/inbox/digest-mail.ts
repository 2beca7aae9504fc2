import { inOneLine, renderMail } from '../../../platform/mail/index.ts';

export interface MailedItem {
  type: string;
  actor: string | null;
  project: string;
  count: number;
}

/** Mails cannot be redacted after they are sent, so it names neither records nor words. */
export function digestMail(name: string, items: MailedItem[], publicUrl: string) {
  const [first] = items as [MailedItem];
  const subject = items.length === 1 ? sentence(first) : 'News in your Parley inbox';
  return renderMail({
    language: 'en',
    subject,
    blocks: [
      { kind: 'text', text: `Hello ${inOneLine(name)},` },
      ...items.map((item) => ({ kind: 'text' as const, text: `${sentence(item)}.` })),
      { kind: 'button', label: 'Open the inbox', url: `${publicUrl}/inbox` },
      {
        kind: 'text',
        text: `You can switch these mails off in your account: ${publicUrl}/settings/account`,
      },
    ],
  });
}

function sentence({ type, actor, project, count }: MailedItem): string {
  const who = inOneLine(actor ?? 'A member');
  const times = count > 1 ? ` ${count} times` : '';
  const what =
    type === 'mention'
      ? `mentioned you${times}`
      : count > 1
        ? `assigned you ${count} cards`
        : 'assigned you a card';
  return `${who} ${what} in ${inOneLine(project)}`;
}
