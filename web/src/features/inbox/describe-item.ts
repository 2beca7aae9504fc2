import type { InboxItem } from '../../data/inbox.ts';
import type { Sentence } from '../../texts/en/inbox.ts';
import { texts } from './texts.ts';

/** What happened, in the language of the page. */
export function describeItem(item: InboxItem): Sentence {
  const { type, subject, participant, count } = item;
  const who = item.actor?.name ?? texts.someone;
  const name = subject.name ?? '';
  const on = texts.on[subject.type] ?? '';
  const job = item.job_type ?? '';
  switch (type) {
    case 'mention':
      return texts.mention(who, on, name);
    case 'reply':
      return texts.replyBy(who, on, name);
    case 'assignment':
      return texts.assignment(who, name);
    case 'job_succeeded':
      return [`${texts.ended[job] ?? texts.jobEnded} `, { name }];
    case 'job_failed':
      return [`${texts.failed[job] ?? texts.jobFailed} `, { name }];
    case 'response':
      return texts.response(
        count > 1 ? texts.people(count) : (participant ?? texts.aParticipant),
        texts.studies[item.test_type ?? ''] ?? texts.aStudy,
        name,
      );
    case 'webhook_disabled':
      return texts.webhook(name);
    case 'invitation_bounced':
      return texts.bounced(name);
  }
}

/** What the button of the row does. */
export const canReply = ({ type }: InboxItem): boolean => type === 'mention' || type === 'reply';

/** A response opens its transcript or recording; one without opens its project. */
export const canReview = ({ type, url }: InboxItem): boolean =>
  type === 'response' && new URL(url).pathname.includes('/files/');
