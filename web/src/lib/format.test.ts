import { expect, it } from 'vitest';
import {
  formatBytes,
  formatCount,
  formatDay,
  formatDueDate,
  formatLength,
  formatRate,
  formatRelativeTime,
  formatTimecode,
  humanize,
} from './format.ts';

const now = Date.parse('2026-11-16T12:00:00Z');

it.each([
  ['2026-11-16T11:59:30Z', 'just now'],
  ['2026-11-16T11:58:00Z', '2 minutes ago'],
  ['2026-11-15T12:00:00Z', 'yesterday'],
  ['2026-11-30T12:00:00Z', 'in 2 weeks'],
])('formats %s as "%s"', (at, text) => {
  expect(formatRelativeTime(at, now)).toBe(text);
});

it.each([
  [0, '0 B'],
  [1_536, '1.5 KB'],
  [12_582_912, '12 MB'],
])('formats %d bytes as "%s"', (size, text) => {
  expect(formatBytes(size)).toBe(text);
});

it('uses the singular only for one', () => {
  expect([0, 1, 12_000].map((count) => formatCount(count, 'file'))).toEqual([
    '0 files',
    '1 file',
    '12,000 files',
  ]);
  expect(formatCount(2, 'person', 'people')).toBe('2 people');
});

it('writes a value of the API as text', () => {
  expect(humanize('transcription_minutes')).toBe('Transcription minutes');
});

it.each([
  [0, '0:00'],
  [7.9, '0:07'],
  [15.2 - 0.2, '0:15'],
  [727, '12:07'],
  [3_727, '1:02:07'],
])('formats %d seconds of a recording as "%s"', (seconds, text) => {
  expect(formatTimecode(seconds)).toBe(text);
});

it('formats a day as the browser does, without a year in this year', () => {
  for (let month = 0; month < 12; month++) {
    const date = new Date(2026, month, 3);
    const expected = date.toLocaleDateString('en', { day: 'numeric', month: 'short' });
    expect(formatDay(date.toISOString(), new Date(now))).toBe(expected);
  }
  expect(formatDay('2025-10-24T12:00:00Z', new Date(now))).toBe('Oct 24, 2025');
  expect(formatDueDate('2026-12-01', new Date(now))).toBe('Dec 1');
  expect(formatDueDate('2027-12-01', new Date(now))).toBe('Dec 1, 2027');
});

it('formats the speed of playing', () => {
  expect([0.5, 1, 1.25].map(formatRate)).toEqual(['0.5×', '1×', '1.25×']);
});

it.each([
  [7, '0:07'],
  [599.4, '9:59'],
  [600, '10 min'],
  [3_660, '61 min'],
])('formats a length of %d seconds as "%s"', (seconds, text) => {
  expect(formatLength(seconds)).toBe(text);
});
