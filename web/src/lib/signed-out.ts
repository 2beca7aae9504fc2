import { useSyncExternalStore } from 'react';

/** Whether the sign-in ended while pages are open: it expired, was ended elsewhere, or the password changed. */
let signedOut = false;
const listeners = new Set<() => void>();
/** Resolve with whether the same user has signed in again. */
const waiting = new Set<(isSameUser: boolean) => void>();
let isPageOpen = () => false;

function change(next: boolean): void {
  if (next === signedOut) return;
  signedOut = next;
  for (const listener of listeners) listener();
}

/** The dialog asks for the password above an open page only. */
export function setPageOpenTest(test: () => boolean): void {
  isPageOpen = test;
}

export const markSignedOut = (): void => change(true);

export function markSignedIn({ isSameUser = false } = {}): void {
  change(false);
  for (const resolve of waiting) resolve(isSameUser);
  waiting.clear();
}

export const useSignedOut = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => signedOut,
  );

/**
 * Sends a request. If the sign-in has ended, a change waits until the user has signed in again and is then sent once
 * more, so that nothing that was typed is lost. The server has not executed a request that it answered with 401.
 */
export async function fetchSignedIn(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const request = new Request(input);
  const isChange = request.method !== 'GET' && request.method !== 'HEAD';
  const copy = isChange ? request.clone() : undefined;
  const response = await fetch(request, init);
  if (!copy || response.status !== 401 || !isPageOpen()) return response;
  markSignedOut();
  const isSameUser = await new Promise<boolean>((resolve) => waiting.add(resolve));
  // The signal in `init` limits the time of the first attempt.
  return isSameUser ? fetch(copy) : response;
}
