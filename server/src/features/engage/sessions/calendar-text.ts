import { isTimezone } from '../../../foundation/timezone.ts';

/** `Tuesday, 17 November 2026 at 10:00 (Europe/Berlin)` */
export function describeTime(at: Date, timezone: string | null): string {
  const timeZone = timezone !== null && isTimezone(timezone) ? timezone : 'UTC';
  const text = new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'full', timeStyle: 'short' }).format(
    at,
  );
  return `${text} (${timeZone})`;
}
