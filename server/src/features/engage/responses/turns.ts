/** Runs a few pieces of work at once for each key. The others wait. */
export type Turns = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** More than one, so that the next transaction gets the lock while the previous one waits for the disk. */
const atOnce = 4;

/**
 * Transactions that start or end a response wait for the lock of their project. Without turns, the ones that wait would use all
 * connections of the process, and answers of other participants would wait for a connection.
 */
export function createTurns(): Turns {
  const queues = new Map<string, { running: number; waiting: (() => void)[] }>();
  return async (key, work) => {
    const queue = queues.get(key) ?? { running: 0, waiting: [] };
    queues.set(key, queue);
    if (queue.running < atOnce) queue.running++;
    else await new Promise<void>((start) => queue.waiting.push(start));
    try {
      return await work();
    } finally {
      const next = queue.waiting.shift();
      if (next) next();
      else if (--queue.running === 0) queues.delete(key);
    }
  };
}
