export interface BatchOptions<Item, Result> {
  /** Returns one result for each item, in the same order. */
  run(items: Item[]): Promise<Result[]>;
  /** Items with the same key are never in the same batch. */
  keyOf(item: Item): string;
  /** How many batches run at the same time. */
  batchesMax: number;
  itemsMax: number;
}

interface Waiting<Item, Result> {
  item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/**
 * Runs items together: those that arrive in one turn of the event loop, and those that arrive while all batches are running.
 * An item that arrives alone runs at once. If a batch fails, all its items fail.
 */
export function createBatches<Item, Result>(options: BatchOptions<Item, Result>) {
  const { run, keyOf, batchesMax, itemsMax } = options;
  let waiting: Waiting<Item, Result>[] = [];
  let running = 0;
  let scheduled = false;

  /** The oldest items with different keys. */
  function takeBatch(): Waiting<Item, Result>[] {
    const batch = new Map<string, Waiting<Item, Result>>();
    const left: Waiting<Item, Result>[] = [];
    for (const one of waiting) {
      const key = keyOf(one.item);
      if (batch.size < itemsMax && !batch.has(key)) batch.set(key, one);
      else left.push(one);
    }
    waiting = left;
    return [...batch.values()];
  }

  async function runBatch(batch: Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await run(batch.map(({ item }) => item));
      for (const [i, { resolve }] of batch.entries()) resolve(results[i] as Result);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      running--;
      start();
    }
  }

  function start(): void {
    while (running < batchesMax && waiting.length > 0) {
      running++;
      void runBatch(takeBatch());
    }
  }

  return (item: Item): Promise<Result> =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (scheduled) return;
      scheduled = true;
      setImmediate(() => {
        scheduled = false;
        start();
      });
    });
}
