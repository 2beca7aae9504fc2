import { useRef, useState } from 'preact/hooks';

/** Runs one action at a time: a second click does nothing while the first one is being handled. */
export function useExclusive() {
  const [busy, setBusy] = useState(false);
  // State changes only with the next render; two clicks can come before it.
  const isRunning = useRef(false);
  /** False if the action was ignored. */
  async function run(action: () => Promise<void>): Promise<boolean> {
    if (isRunning.current) return false;
    isRunning.current = true;
    setBusy(true);
    try {
      await action();
      return true;
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  }
  return { busy, run };
}
