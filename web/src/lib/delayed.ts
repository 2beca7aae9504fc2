/** Rejects the wait of an action that the user has taken back. */
export class Undone extends Error {
  override readonly name = 'Undone';
}

export interface Delay {
  /** Resolves when the time is over or the page is left, rejects with Undone. */
  wait: Promise<void>;
  undo(): void;
}

/** The time in which an action can be undone, before it is sent to the server. */
export function startDelay(ms: number): Delay {
  let undo = () => {};
  const wait = new Promise<void>((resolve, reject) => {
    const finish = () => {
      clearTimeout(timer);
      removeEventListener('pagehide', finish);
      resolve();
    };
    const timer = setTimeout(finish, ms);
    // The user has seen that the action was done: leaving the page must not take it back.
    addEventListener('pagehide', finish);
    undo = () => {
      clearTimeout(timer);
      removeEventListener('pagehide', finish);
      reject(new Undone());
    };
  });
  return { wait, undo };
}
