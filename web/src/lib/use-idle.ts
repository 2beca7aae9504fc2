import { startTransition, useEffect, useState } from 'react';

/** Work that waits for an idle moment starts at the latest after this time. */
const waitMs = 2_000;

/** Calls `work` when the browser has nothing more urgent to do. Returns the function that cancels it. */
export function whenIdle(work: () => void): () => void {
  // Safari does not have it.
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(work, 200);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work, { timeout: waitMs });
  return () => cancelIdleCallback(handle);
}

/**
 * False at first, and true when `isReady` and the browser has nothing more urgent to do. What depends on it renders at a low
 * priority.
 */
export function useIdle(isReady = true): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => (isReady ? whenIdle(() => startTransition(() => setIdle(true))) : undefined), [isReady]);
  return isIdle;
}
