import { Temporal } from 'temporal-polyfill';

/** The last timezone in which a day ends: UTC−12. */
const lastTimezone = 'Etc/GMT+12';

/**
 * The first instant after this day (`YYYY-MM-DD`) in this timezone: a deadline includes its whole day (spec §7.4). Days that
 * start at 01:00, have 23 or 25 hours, or do not exist in the timezone follow its rules, not those of the server.
 */
export function endOfDeadline(deadline: string, timezone: string): Date {
  const nextDay = Temporal.PlainDate.from(deadline).add({ days: 1 });
  return new Date(nextDay.toZonedDateTime(timezone).epochMilliseconds);
}

/** The instant when the day of a deadline has ended everywhere. */
export const endOfDeadlineEverywhere = (deadline: string): Date => endOfDeadline(deadline, lastTimezone);

/** The newest day that has ended everywhere. A deadline up to this day has passed for every participant. */
export const lastDayEndedEverywhere = (now: Date): string =>
  Temporal.Instant.fromEpochMilliseconds(now.getTime())
    .toZonedDateTimeISO(lastTimezone)
    .toPlainDate()
    .subtract({ days: 1 })
    .toString();
