import { useSyncExternalStore } from 'react';

/** Whether the sign-in ended while pages are open: it expired, was ended elsewhere, or the password changed. */
let signedOut = false;
const listeners = new Set<() => void>();

function change(next: boolean): void {
  if (next === signedOut) return;
  signedOut = next;
  for (const listener of listeners) listener();
}

export const markSignedOut = (): void => change(true);
export const markSignedIn = (): void => change(false);

export const useSignedOut = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => signedOut,
  );
