import { inOneLine, type MailBlock, renderMail } from '../../../platform/mail/index.ts';
import type { PostDetails } from '../tests/index.ts';
import { formatAmount, formatInstant } from './format.ts';
import { formatLocaleOf, languageOf } from './languages.ts';
import { phrases } from './phrases.ts';

type Incentive = NonNullable<PostDetails['incentive']>;

export interface InvitationMailInput {
  test_name: string;
  post_details: PostDetails;
  /** The name of the workspace. */
  researcher: string;
  name: string | null;
  locale: string | null;
  timezone: string;
  message: string | null;
  url: string;
  /** The last moment to take part; null if there is none. */
  open_until: Date | null;
}

/** The mail of an invitation. Sending it again contains the same link. */
export function invitationMail(input: InvitationMailInput) {
  const language = languageOf(input.locale);
  const words = phrases[language];
  const title = inOneLine(input.post_details.title ?? input.test_name);
  const researcher = inOneLine(input.researcher);
  const { description } = input.post_details;
  const facts = factsOf(input);
  const blocks: MailBlock[] = [
    { kind: 'text', text: words.hello(input.name && inOneLine(input.name)) },
    { kind: 'text', text: words.invites(researcher, title) },
    ...(description ? [{ kind: 'text' as const, text: description }] : []),
    ...(input.message ? [{ kind: 'quote' as const, text: input.message }] : []),
    ...(facts.length > 0 ? [{ kind: 'facts' as const, rows: facts }] : []),
    { kind: 'button', label: words.takePart, url: input.url },
    { kind: 'text', text: words.personal },
    { kind: 'link', text: words.decline, label: words.declineLabel, url: declineUrl(input.url) },
    { kind: 'text', text: words.sentFor(researcher) },
  ];
  return {
    ...renderMail({ language, subject: words.invitationSubject(title), sender: researcher, blocks }),
    headers: { 'List-Unsubscribe': `<${declineUrl(input.url)}>` },
  };
}

/** The fragment never reaches a server, so a program that opens the links of a mail declines nothing. */
const declineUrl = (url: string) => `${url}#decline`;

function factsOf({ post_details, locale, timezone, open_until }: InvitationMailInput) {
  const words = phrases[languageOf(locale)];
  const format = formatLocaleOf(locale);
  const { estimated_minutes, incentive } = post_details;
  return [
    estimated_minutes && { label: words.duration, value: words.minutes(estimated_minutes) },
    incentive && {
      label: words.incentive,
      value: describeIncentive(incentive, format),
    },
    open_until && { label: words.deadline, value: formatInstant(open_until, timezone, format) },
  ].filter((row) => row !== null && row !== 0);
}

function describeIncentive({ amount, currency, kind }: Incentive, format: string): string {
  const value = formatAmount(amount, currency, format);
  return kind === null ? value : `${value} (${kind})`;
}
