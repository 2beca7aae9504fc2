import type { Scheduling } from '../tests/index.ts';

export interface Interval {
  start: Date;
  end: Date;
}

export const overlap = (a: Interval, b: Interval): boolean => a.start < b.end && b.start < a.end;

/**
 * Divides each window of the researchers into interviews, one after the other. Windows are instants, so a window over a
 * change of daylight-saving time has exactly as many interviews as it has hours.
 */
export function listSlots({
  duration_minutes,
  slots,
}: Pick<Scheduling, 'duration_minutes' | 'slots'>): Interval[] {
  const lengthMs = duration_minutes * 60_000;
  return slots.flatMap(({ start_at, end_at }) => {
    const from = Date.parse(start_at);
    const count = end_at ? Math.floor((Date.parse(end_at) - from) / lengthMs) : 1;
    return Array.from({ length: Math.max(0, count) }, (_, i) => ({
      start: new Date(from + i * lengthMs),
      end: new Date(from + (i + 1) * lengthMs),
    }));
  });
}

/** The slots that a participant can book now. */
export const freeSlots = (scheduling: Scheduling | null, taken: Interval[], now: Date): Interval[] =>
  (scheduling ? listSlots(scheduling) : []).filter(
    (slot) => slot.start > now && !taken.some((other) => overlap(slot, other)),
  );
