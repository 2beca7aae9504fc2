/** Wakes one waiting loop. A signal that is raised between `arm` and the wait is not lost. */
export interface Signal {
  raise(): void;
  /** Resolves when the signal is raised after this call. */
  arm(): Promise<void>;
}

export function createSignal(): Signal {
  let resolveArmed: (() => void) | undefined;
  return {
    raise: () => resolveArmed?.(),
    arm: () =>
      new Promise((resolve) => {
        resolveArmed = resolve;
      }),
  };
}

/** Waits for the given time, or until `sooner` resolves. */
export function pause(ms: number, sooner?: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    void sooner?.then(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
