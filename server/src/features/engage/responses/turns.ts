/** Runs one piece of work after the other for each key. */
export type Turns = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/**
 * Transactions that start or end a response wait for the lock of their project. Without turns, the ones that wait would use all
 * connections of the process, and answers of other participants would wait for a connection.
 */
export function createTurns(): Turns {
  const last = new Map<string, Promise<unknown>>();
  return (key, work) => {
    const result = (last.get(key) ?? Promise.resolve()).then(work);
    const settled = result.catch(() => {});
    last.set(key, settled);
    void settled.then(() => {
      if (last.get(key) === settled) last.delete(key);
    });
    return result;
  };
}
