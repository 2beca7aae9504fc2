/** A signal that follows sooner is the same request: npm forwards what the terminal has already sent to every process. */
const repeatedAfterMs = 1_000;

/** Resolves at the first SIGTERM or SIGINT. A later one ends the process at once. */
export function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    let askedAt: number | undefined;
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.on(signal, () => {
        askedAt ??= performance.now();
        if (performance.now() - askedAt > repeatedAfterMs) {
          process.stderr.write('Parley stopped at once. Unfinished work continues at the next start.\n');
          process.exit(1);
        }
        resolve();
      });
    }
  });
}
