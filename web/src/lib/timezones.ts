/** All time zones that this browser knows, and the given one, which a newer server may know. */
export function timezoneNames(also: string): string[] {
  return [...new Set(['UTC', also, ...Intl.supportedValuesOf('timeZone')])].sort();
}

export const deviceTimezone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
