export interface Network {
  /** Waits until another attempt makes sense: until the browser is online, or a growing pause is over. */
  wait(failures: number, signal: AbortSignal): Promise<void>;
}

const firstPauseMs = 1_000;
const longestPauseMs = 15_000;

/** The browser's connection. Pauses end as soon as the browser reports that it is online again. */
export function browserNetwork(target: Window = window): Network {
  return {
    wait: (failures, signal) =>
      new Promise<void>((resolve, reject) => {
        const ms = Math.min(firstPauseMs * 2 ** failures, longestPauseMs);
        const end = (settle: () => void) => () => {
          clearTimeout(timer);
          target.removeEventListener('online', onOnline);
          signal.removeEventListener('abort', onAbort);
          settle();
        };
        const onOnline = end(resolve);
        const onAbort = end(() => reject(signal.reason));
        const timer = setTimeout(onOnline, ms);
        target.addEventListener('online', onOnline, { once: true });
        signal.addEventListener('abort', onAbort, { once: true });
      }),
  };
}
