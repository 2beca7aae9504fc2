import { createSignal, pause } from './signal.ts';

/** The most rows that a worker leases. It bounds the worker's memory and what is delivered twice if the worker is killed. */
export const capacityMax = 768;
/** A claim waits for this many free rows, because the batch that is being recorded soon frees more. */
const claimMin = 192;
const pollMs = 200;

/** Counts the rows that a worker has leased and not yet recorded. */
export interface Capacity {
  free(): number;
  take(rows: number): void;
  release(rows: number): void;
  /** Whether a claim is worthwhile. */
  isSufficient(): boolean;
  /** Resolves when rows were released, or after `pollMs`. */
  untilReleased(): Promise<void>;
  /** Ends a wait. */
  interrupt(): void;
}

export function createCapacity(): Capacity {
  const released = createSignal();
  let leased = 0;
  const isSufficient = () => capacityMax - leased >= claimMin;
  return {
    free: () => capacityMax - leased,
    take(rows) {
      leased += rows;
    },
    release(rows) {
      const wasSufficient = isSufficient();
      leased -= rows;
      if (!wasSufficient && isSufficient()) released.raise();
    },
    isSufficient,
    untilReleased: () => pause(pollMs, released.arm()),
    interrupt: released.raise,
  };
}
