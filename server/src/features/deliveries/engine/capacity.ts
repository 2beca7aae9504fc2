import { createSignal, pause } from './signal.ts';

/** The most rows that a worker holds. It bounds the worker's memory and what a killed worker may deliver twice. */
export const capacityMax = 768;
/** A claim waits for this many free rows: the batch that is being recorded frees more in a moment. */
const claimMin = 192;
const pollMs = 200;

/** Counts the rows that a worker has leased and not yet recorded. */
export interface Capacity {
  free(): number;
  take(rows: number): void;
  release(rows: number): void;
  /** Whether a claim is worthwhile. */
  isSufficient(): boolean;
  /** Resolves when rows were released, or after a short time. */
  untilReleased(): Promise<void>;
  /** Ends a wait. */
  interrupt(): void;
}

export function createCapacity(): Capacity {
  const released = createSignal();
  let held = 0;
  const isSufficient = () => capacityMax - held >= claimMin;
  return {
    free: () => capacityMax - held,
    take(rows) {
      held += rows;
    },
    release(rows) {
      const wasSufficient = isSufficient();
      held -= rows;
      if (!wasSufficient && isSufficient()) released.raise();
    },
    isSufficient,
    untilReleased: () => pause(pollMs, released.arm()),
    interrupt: released.raise,
  };
}
