/** The largest total size of a cache of rendered JSON, in characters or bytes: about 10,000 records, or 500 pages of 25. */
const sizeMax = 8 * 1024 * 1024;

/** Keeps the values that were used last, up to a total size. */
export function createBoundedCache<T>(sizeOf: (value: T) => number) {
  const entries = new Map<string, T>();
  let size = 0;

  function forget(key: string): void {
    const value = entries.get(key);
    if (value === undefined) return;
    entries.delete(key);
    size -= sizeOf(value);
  }

  return {
    get: (key: string): T | undefined => entries.get(key),
    /** Moves the value to the end of the map, so that the first values are those that were not used for the longest time. */
    keep(key: string, value: T): void {
      forget(key);
      entries.set(key, value);
      size += sizeOf(value);
      for (const oldest of entries.keys()) {
        if (size <= sizeMax) break;
        forget(oldest);
      }
    },
  };
}
