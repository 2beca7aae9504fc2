import fc from 'fast-check';
import { expect, test } from 'vitest';
import { freeSlots, listSlots, overlap } from './slots.ts';

const minuteMs = 60_000;

/** Windows around the changes of daylight-saving time in Berlin and New York, in 2027. */
const changes = [
  '2027-03-14T07:00:00Z',
  '2027-03-28T01:00:00Z',
  '2027-10-31T01:00:00Z',
  '2027-11-07T06:00:00Z',
];
const windows = fc
  .record({
    change: fc.constantFrom(...changes),
    gaps: fc.array(fc.record({ gap: fc.nat(180), length: fc.integer({ min: 5, max: 600 }) }), {
      minLength: 1,
      maxLength: 8,
    }),
    duration_minutes: fc.integer({ min: 5, max: 120 }),
  })
  .map(({ change, gaps, duration_minutes }) => {
    let at = Date.parse(change) - 6 * 3_600_000;
    const slots = gaps.map(({ gap, length }) => {
      const start = at + gap * minuteMs;
      at = start + length * minuteMs;
      return { start_at: new Date(start).toISOString(), end_at: new Date(at).toISOString() };
    });
    return { timezone: 'Europe/Berlin', duration_minutes, slots };
  });

test('interviews are as long as agreed, inside their window and never at the same time, over changes of the clock', () => {
  fc.assert(
    fc.property(windows, (scheduling) => {
      const slots = listSlots(scheduling);
      for (const [i, slot] of slots.entries()) {
        expect(slot.end.getTime() - slot.start.getTime()).toBe(scheduling.duration_minutes * minuteMs);
        expect(
          scheduling.slots.some(
            ({ start_at, end_at }) => slot.start >= new Date(start_at) && slot.end <= new Date(end_at),
          ),
        ).toBe(true);
        const next = slots[i + 1];
        if (next) expect(overlap(slot, next)).toBe(false);
      }
    }),
  );
});

test('a free slot is in the future and overlaps no session', () => {
  const taken = fc.array(fc.record({ from: fc.nat(1_000), length: fc.integer({ min: 1, max: 200 }) }));
  fc.assert(
    fc.property(windows, taken, fc.nat(1_000), (scheduling, sessions, minutes) => {
      const origin = Date.parse(scheduling.slots[0]?.start_at ?? '');
      const at = (minute: number) => new Date(origin + minute * minuteMs);
      const busy = sessions.map(({ from, length }) => ({ start: at(from), end: at(from + length) }));
      const now = at(minutes);
      const free = freeSlots(scheduling, busy, now);
      for (const slot of free) {
        expect(slot.start > now).toBe(true);
        expect(busy.some((other) => overlap(slot, other))).toBe(false);
      }
      const lost = listSlots(scheduling).filter(
        (slot) => !free.some(({ start }) => start.getTime() === slot.start.getTime()),
      );
      for (const slot of lost)
        expect(slot.start <= now || busy.some((other) => overlap(slot, other))).toBe(true);
    }),
  );
});

test('a window of the night in which the clock goes forward has one interview of an hour less', () => {
  // 00:00 to 06:00 in Berlin is five hours on this day, and six on the next.
  const hours = (day: string, from: string, to: string) =>
    listSlots({ duration_minutes: 60, slots: [{ start_at: `${day}T${from}Z`, end_at: `2027-03-${to}Z` }] })
      .length;
  expect(hours('2027-03-27', '23:00:00', '28T04:00:00')).toBe(5);
  expect(hours('2027-03-28', '22:00:00', '29T04:00:00')).toBe(6);
});
