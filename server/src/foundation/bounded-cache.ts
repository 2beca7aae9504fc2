/** Values that do not change, by key. The oldest entry is removed when there are too many. */
export interface BoundedCache<T> {
  get(key: string): T | undefined;
  set(key: string, value: T): void;
  delete(key: string): void;
}

export function createBoundedCache<T>(entriesMax: number): BoundedCache<T> {
  const entries = new Map<string, T>();
  return {
    get: (key) => entries.get(key),
    set(key, value) {
      // A Map iterates in the order of insertion, so the first key is the oldest.
      if (entries.size >= entriesMax && !entries.has(key))
        entries.delete(entries.keys().next().value as string);
      entries.set(key, value);
    },
    delete: (key) => void entries.delete(key),
  };
}
