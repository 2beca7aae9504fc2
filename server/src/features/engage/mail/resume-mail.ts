import { inOneLine, renderMail } from '../../../platform/mail/index.ts';
import { languageOf } from './languages.ts';
import { phrases } from './phrases.ts';

/**
 * The mail for a participant who continues later. The address was typed on a public page and may belong to another person,
 * so the mail contains no text that a participant wrote.
 */
export function resumeMail(input: { title: string; researcher: string; locale: string | null; url: string }) {
  const language = languageOf(input.locale);
  const words = phrases[language];
  const title = inOneLine(input.title);
  return renderMail({
    language,
    subject: words.resumeSubject(title),
    sender: input.researcher,
    blocks: [
      { kind: 'text', text: words.hello(null) },
      { kind: 'text', text: words.resume(title) },
      { kind: 'button', label: words.resumeLabel, url: input.url },
      { kind: 'text', text: words.saved },
      { kind: 'text', text: words.notRequested },
      { kind: 'text', text: words.sentFor(inOneLine(input.researcher)) },
    ],
  });
}
