import { useSyncExternalStore } from 'react';

export type Connection = 'online' | 'offline';

/** Short enough that the page recovers while the user looks at it. */
const probeMs = 3_000;

let state: Connection = 'online';
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<(state: Connection) => void>();

const setState = (next: Connection) => {
  if (state === next) return;
  state = next;
  for (const listener of listeners) listener(next);
};

/**
 * Call this when a request got no response. The server may run on this machine, so `navigator.onLine` does not tell whether
 * it can be reached: the page asks the server until it responds.
 */
export function reportUnreachable(): void {
  if (timer) return;
  timer = setTimeout(() => void probe(), state === 'online' ? 0 : probeMs);
}

async function probe(): Promise<void> {
  const reachable = await fetch('/healthz', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
  timer = undefined;
  setState(reachable ? 'online' : 'offline');
  if (!reachable) reportUnreachable();
}

/** Returns the function that ends the subscription. */
export function onConnectionChange(listener: (state: Connection) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useConnection = (): Connection => useSyncExternalStore(onConnectionChange, () => state);

if (typeof window !== 'undefined') {
  window.addEventListener('offline', reportUnreachable);
  window.addEventListener('online', reportUnreachable);
}
