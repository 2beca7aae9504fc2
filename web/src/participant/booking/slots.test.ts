import { expect, it } from 'vitest';
import { formatDate, formatTime, slotsByDay, untilJoinMs } from './slots.ts';

const slot = (start_at: string) => ({ start_at, end_at: start_at });

it('groups free times by the day in the participant’s timezone, also over a change to daylight saving time', () => {
  const slots = ['2026-03-29T01:30:00.000Z', '2026-03-28T22:30:00.000Z', '2026-03-29T22:30:00.000Z'].map(
    slot,
  );
  expect(slotsByDay(slots, 'Europe/Berlin').map(({ date, slots: times }) => [date, times.length])).toEqual([
    ['2026-03-28', 1],
    ['2026-03-29', 1],
    ['2026-03-30', 1],
  ]);
  expect(slotsByDay(slots, 'Pacific/Kiritimati').map(({ date }) => date)).toEqual([
    '2026-03-29',
    '2026-03-30',
  ]);
  expect(slots.map(({ start_at: at }) => formatTime('en-GB', 'Europe/Berlin', at))).toEqual([
    '03:30',
    '23:30',
    '00:30',
  ]);
  expect(formatDate('en-GB', 'Asia/Tokyo', '2026-03-28T22:30:00.000Z')).toBe('Sunday, 29 March 2026');
});

it('makes joining the next thing to do half an hour before the call', () => {
  const start = '2026-03-28T22:30:00.000Z';
  expect(untilJoinMs(start, Date.parse('2026-03-28T21:59:00.000Z'))).toBe(60_000);
  expect(untilJoinMs(start, Date.parse('2026-03-28T22:00:00.000Z'))).toBe(0);
});
