/**
 * How far a position is in a recording, in percent. The steps are pixels of a wide screen, so that most frames of a long recording
 * change nothing.
 */
export const percentOf = (seconds: number, duration: number): number =>
  duration > 0 ? Math.round(Math.min(1, seconds / duration) * 2_000) / 20 : 0;
