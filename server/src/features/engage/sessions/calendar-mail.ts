import type { Db } from '../../../platform/database/index.ts';
import { queueMail, renderMail } from '../../../platform/mail/index.ts';
import { findPrincipalOfUser } from '../../identity/accounts/index.ts';
import { getVersionContent } from '../tests/index.ts';
import { type CalendarMethod, renderCalendar } from './calendar.ts';
import { describeTime } from './calendar-text.ts';
import type { SessionDeps } from './deps.ts';
import { findHost, findSessionRecord, type SessionRecord } from './store.ts';

export interface CalendarMailOptions {
  /** Whether the mail to the researcher says who the participant is. */
  namesParticipant: boolean;
  /** How often the mail to the participant is attempted; undefined: until the mail server accepts it. */
  participantAttemptsMax?: number | undefined;
}

interface Recipient {
  role: 'participant' | 'researcher';
  email: string;
  name: string | null;
  timezone: string | null;
  url: string | null;
  with: string;
}

/**
 * Queues the mails about a session that was booked, moved or canceled, in the transaction of that change. The participant
 * and the researcher get separate mails: neither sees the other's address or link.
 */
export async function queueCalendarMails(
  deps: SessionDeps,
  tx: Db,
  sessionId: string,
  method: CalendarMethod,
  { namesParticipant, participantAttemptsMax }: CalendarMailOptions = { namesParticipant: true },
): Promise<void> {
  const session = await findSessionRecord(tx, sessionId);
  if (!session || session.simulated) return;
  const { name: testName, post_details } = await getVersionContent(tx, session.test_id, session.test_version);
  const title = post_details.title ?? testName;
  for (const recipient of await findRecipients(deps, tx, session, namesParticipant)) {
    await queueMail(deps.tasks, tx, {
      id: `${session.id}-${session.calendar_sequence}-${recipient.role}`,
      // A calendar ignores an older entry, but a person who reads the older mail last does not.
      thread: `${session.id}-${recipient.role}`,
      workspace_id: session.workspace_id,
      project_id: session.project_id,
      to: recipient.email,
      ...(recipient.role === 'participant' &&
        participantAttemptsMax && { attempts_max: participantAttemptsMax }),
      ...compose(deps, session, recipient, title, method),
    });
  }
}

async function findRecipients(
  deps: SessionDeps,
  tx: Db,
  session: SessionRecord,
  namesParticipant: boolean,
): Promise<Recipient[]> {
  const { participant } = session;
  const recipients: Recipient[] = [];
  const hostId = await findHost(tx, session.id);
  const host = hostId ? await findPrincipalOfUser(tx, hostId) : undefined;
  if (participant.email !== null)
    recipients.push({
      role: 'participant',
      email: participant.email,
      name: participant.name,
      timezone: participant.timezone,
      url: session.link && deps.participantLinks.urlOf(session.link),
      with: host?.name ?? 'our research team',
    });
  if (host)
    recipients.push({
      role: 'researcher',
      email: host.email,
      name: host.name,
      timezone: host.timezone,
      url: `${deps.publicUrl}/call/${session.id}`,
      with: (namesParticipant && (participant.name ?? participant.email)) || 'a participant',
    });
  return recipients;
}

function compose(
  deps: SessionDeps,
  session: SessionRecord,
  recipient: Recipient,
  title: string,
  method: CalendarMethod,
) {
  const start = session.scheduled_start_at as Date;
  const time = describeTime(start, recipient.timezone);
  const canceled = method === 'CANCEL';
  const moved = session.calendar_sequence > 0;
  const what = canceled ? 'Canceled' : moved ? 'New time' : 'Interview';
  const announcement = canceled
    ? `The interview “${title}” with ${recipient.with} on ${time} was canceled.`
    : `The interview “${title}” with ${recipient.with} ${moved ? 'is now' : 'is'} on ${time}.`;
  const join = canceled ? null : recipient.url;
  const hint =
    canceled || recipient.role === 'researcher'
      ? undefined
      : 'With the same link you can change or cancel the time.';
  const lines = [announcement, join && `Join the call here: ${join}`, hint].filter((line) => line);
  const content = renderCalendar({
    method,
    uid: `${session.id}@${new URL(deps.publicUrl).hostname}`,
    sequence: session.calendar_sequence,
    start,
    end: session.scheduled_end_at as Date,
    stamp: session.updated_at,
    title: `${title} (interview with ${recipient.with})`,
    description: lines.join('\n'),
    url: recipient.url,
    organizer: { name: 'Parley', email: addressOf(deps.mailFrom) },
    attendee: { name: recipient.name ?? recipient.email, email: recipient.email },
  });
  return {
    ...renderMail({
      language: 'en',
      subject: `${what}: ${title}, ${time}`,
      blocks: [
        { kind: 'text', text: announcement },
        ...(join ? [{ kind: 'button' as const, label: 'Join the call', url: join }] : []),
        ...(hint ? [{ kind: 'text' as const, text: hint }] : []),
      ],
    }),
    calendar: { method, content },
  };
}

/** `Parley <parley@example.com>` → `parley@example.com` */
const addressOf = (from: string) => /<([^<>]+)>/.exec(from)?.[1] ?? from;
