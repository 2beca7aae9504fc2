/** Time is handed in, so that a schedule of hours can be proved in milliseconds. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
