/** A bell that remembers having rung: what rings between two waits is heard by the next. */
export function createSignal() {
  let rung = false;
  let ring: (() => void) | undefined;
  return {
    raise(): void {
      rung = true;
      ring?.();
    },
    /** Resolves at the next ring, counted from here. */
    arm(): Promise<void> {
      rung = false;
      return new Promise((resolve) => {
        ring = () => {
          if (rung) resolve();
        };
      });
    },
  };
}

/** Waits, or less when `sooner` resolves. */
export function pause(ms: number, sooner?: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    void sooner?.then(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
