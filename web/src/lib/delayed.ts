/** Rejects the wait of an action that the user has taken back. */
export class Undone extends Error {
  override readonly name = 'Undone';
}

export interface Delay {
  /** Resolves when the time is over or the page is left, rejects with Undone. */
  wait: Promise<void>;
  /** Returns false if the time is over. */
  undo(): boolean;
}

/** The time in which an action can be undone, before it is sent to the server. */
export function startDelay(ms: number): Delay {
  let undo = () => false;
  let isOver = false;
  const wait = new Promise<void>((resolve, reject) => {
    const finish = () => {
      clearTimeout(timer);
      removeEventListener('pagehide', finish);
      isOver = true;
      resolve();
    };
    const timer = setTimeout(finish, ms);
    // The user has seen that the action was done: leaving the page must not take it back.
    addEventListener('pagehide', finish);
    undo = () => {
      if (isOver) return false;
      isOver = true;
      clearTimeout(timer);
      removeEventListener('pagehide', finish);
      reject(new Undone());
      return true;
    };
  });
  return { wait, undo };
}
