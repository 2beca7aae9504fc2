export interface Latest<Value> {
  /** Works on the value, or on a later one if the work is busy. Failures are ignored: the next value may succeed. */
  offer(value: Value): void;
  /** Resolves when no work is running. */
  settled(): Promise<void>;
}

/** Runs work for the latest value, one at a time. Values that are replaced before their turn are skipped. */
export function createLatest<Value>(work: (value: Value) => Promise<void>): Latest<Value> {
  let next: { value: Value } | undefined;
  let running: Promise<void> | undefined;

  async function run(): Promise<void> {
    while (next) {
      const { value } = next;
      next = undefined;
      await work(value).catch(() => {});
    }
    running = undefined;
  }

  return {
    offer(value) {
      next = { value };
      running ??= run();
    },
    async settled() {
      next = undefined;
      await running;
    },
  };
}
