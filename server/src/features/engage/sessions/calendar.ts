import ical, { ICalAttendeeStatus, ICalCalendarMethod, ICalEventStatus } from 'ical-generator';

export type CalendarMethod = 'REQUEST' | 'CANCEL';

export interface CalendarEntry {
  method: CalendarMethod;
  /** The same for every mail about one session, so that calendars update the entry. */
  uid: string;
  /** Calendars ignore a mail with a lower number than they have. */
  sequence: number;
  start: Date;
  end: Date;
  /** When the mail was written. */
  stamp: Date;
  title: string;
  description: string;
  url: string | null;
  organizer: { name: string; email: string };
  attendee: { name: string; email: string };
}

/** An invitation as mail programs read it (RFC 5545, RFC 5546). Times are in UTC, which every calendar converts. */
export function renderCalendar(entry: CalendarEntry): string {
  const calendar = ical({
    prodId: { company: 'Parley', product: 'Parley' },
    method: ICalCalendarMethod[entry.method],
  });
  calendar.createEvent({
    id: entry.uid,
    sequence: entry.sequence,
    start: entry.start,
    end: entry.end,
    stamp: entry.stamp,
    summary: entry.title,
    description: entry.description,
    url: entry.url,
    location: entry.url,
    status: entry.method === 'CANCEL' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    organizer: { ...entry.organizer, name: quotable(entry.organizer.name) },
    attendees: [
      {
        ...entry.attendee,
        name: quotable(entry.attendee.name),
        rsvp: false,
        status: ICalAttendeeStatus.ACCEPTED,
      },
    ],
  });
  return calendar.toString();
}

/** A parameter of a property cannot contain quotation marks or line breaks in any form, and the library writes them. */
const quotable = (name: string) => name.replace(/["\p{Cc}\u2028\u2029]+/gu, ' ').trim();
