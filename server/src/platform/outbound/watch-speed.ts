import type { Readable } from 'node:stream';
import { DownloadFailure } from './download-failure.ts';

interface SpeedLimit {
  minBytesPerSecond?: number;
  speedWindowMs?: number;
}

/**
 * Destroys a stream that delivers less than the minimum over a window of waiting time. Only the time between `waiting`
 * and `received` counts, so a slow consumer does not make the sender look slow.
 */
export function watchSpeed(body: Readable, { minBytesPerSecond = 0, speedWindowMs = 30_000 }: SpeedLimit) {
  let waitedMs = 0;
  let bytes = 0;
  let since: number | undefined;
  let timer: NodeJS.Timeout | undefined;
  const stop = () => {
    clearTimeout(timer);
    timer = undefined;
  };

  return {
    waiting(): void {
      if (minBytesPerSecond === 0) return;
      since = performance.now();
      // Bytes received in this window extend it, because on some networks a pause follows a burst.
      const allowedMs = Math.max(speedWindowMs, (bytes / minBytesPerSecond) * 1000);
      timer = setTimeout(
        () => body.destroy(new DownloadFailure('too_slow')),
        Math.max(allowedMs - waitedMs, 0),
      );
    },
    received(length: number): void {
      if (since === undefined) return;
      stop();
      waitedMs += performance.now() - since;
      since = undefined;
      bytes += length;
      if (waitedMs < speedWindowMs || bytes < (minBytesPerSecond * waitedMs) / 1000) return;
      // Fast enough in this window: the next one starts from zero.
      waitedMs = 0;
      bytes = 0;
    },
    end: stop,
  };
}
