/** Features receive a clock as a dependency, so that tests can run a schedule of hours in milliseconds. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
