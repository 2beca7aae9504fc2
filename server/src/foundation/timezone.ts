/** Whether this runtime knows the time zone, such as `Europe/Berlin`. Offsets such as `+02:00` have no daylight saving. */
export function isTimezone(text: string): boolean {
  if (!/^[A-Za-z][\w+/-]*$/.test(text)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: text });
    return true;
  } catch {
    return false;
  }
}
