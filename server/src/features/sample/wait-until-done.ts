import { setTimeout as pause } from 'node:timers/promises';

/** Processing a recording of three minutes takes seconds; a machine that is busy with other work may take minutes. */
const waitMs = 10 * 60_000;
const pollMs = 250;

/** Reads a resource until background work has finished with it. */
export async function waitUntilDone<T extends { status: string }>(read: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + waitMs;
  for (;;) {
    const item = await read();
    if (item.status === 'failed')
      throw new Error(`Sample data could not be processed: ${JSON.stringify(item)}`);
    if (item.status === 'ready' || item.status === 'succeeded') return item;
    if (performance.now() > deadline) throw new Error('Sample data was not processed within ten minutes.');
    await pause(pollMs);
  }
}
