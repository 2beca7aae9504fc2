export interface Slot {
  start_at: string;
  end_at: string;
}

export interface Booking {
  session_id: string;
  status: string;
  start_at: string | null;
  end_at: string | null;
}

export interface Slots {
  timezone: string;
  duration_minutes: number | null;
  slots: Slot[];
  booking: Booking | null;
  /** Whether a calendar invitation can be sent. */
  has_email: boolean;
}

export interface Day {
  /** YYYY-MM-DD in the participant's timezone. */
  date: string;
  slots: Slot[];
}

/** The free times by the day that they are on in the participant's timezone. */
export function slotsByDay(slots: readonly Slot[], timeZone: string): Day[] {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  const days = new Map<string, Slot[]>();
  for (const slot of slots.toSorted((a, b) => a.start_at.localeCompare(b.start_at))) {
    const date = format.format(new Date(slot.start_at));
    days.set(date, [...(days.get(date) ?? []), slot]);
  }
  return [...days].map(([date, times]) => ({ date, slots: times }));
}

export const formatTime = (locale: string, timeZone: string, at: string): string =>
  new Intl.DateTimeFormat(locale, { timeZone, timeStyle: 'short' }).format(new Date(at));

export const formatDate = (locale: string, timeZone: string, at: string): string =>
  new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'full' }).format(new Date(at));

const joinMinutes = 30;

/** How long until joining is the next thing to do; 0 or less: now. */
export const untilJoinMs = (startAt: string, nowMs: number): number =>
  Date.parse(startAt) - joinMinutes * 60_000 - nowMs;
