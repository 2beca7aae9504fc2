/** Ids, fixed values, times, and web addresses that contain no e-mail address: a change would break the record. */
const fixed =
  /^(?:[a-z]{2,6}_[0-9a-z_]+|[a-z]+(?:[_.][a-z]+)*|\d{4}-\d\d-\d\d[T\d:.Z-]*|https?:\/\/(?!\S*(?:@|%(?:25)*40))\S+)$/;

export const isFixedValue = (text: string): boolean => fixed.test(text);

/**
 * Applies `change` to the texts of a JSON value. Keys and fixed values remain, because the server and its clients depend on them.
 * In `metadata` people choose the keys and the values, so all of them are texts.
 */
export function mapStrings<T>(value: T, change: (text: string) => string, isMetadata = false): T {
  if (typeof value === 'string') return (isMetadata || !isFixedValue(value) ? change(value) : value) as T;
  if (Array.isArray(value)) return value.map((item) => mapStrings(item, change, isMetadata)) as T;
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      isMetadata ? change(key) : key,
      mapStrings(item, change, isMetadata || key === 'metadata'),
    ]),
  ) as T;
}
