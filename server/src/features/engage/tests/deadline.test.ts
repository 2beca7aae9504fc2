import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { endOfDeadline, endOfDeadlineEverywhere, lastDayEndedEverywhere } from './deadline.ts';

/** The deadline of postDetails: inclusive to the end of its day in the participant's timezone (spec §7.4). */

describe('a deadline ends', () => {
  test.each([
    ['in UTC', '2026-11-30', 'UTC', '2026-12-01T00:00:00.000Z'],
    ['in the first timezone, UTC+14', '2026-11-30', 'Pacific/Kiritimati', '2026-11-30T10:00:00.000Z'],
    ['in the last timezone, UTC−12', '2026-11-30', 'Etc/GMT+12', '2026-12-01T12:00:00.000Z'],
    ['with an offset of 45 minutes', '2026-11-30', 'Asia/Kathmandu', '2026-11-30T18:15:00.000Z'],
    ['after a day of 23 hours', '2026-03-29', 'Europe/Berlin', '2026-03-29T22:00:00.000Z'],
    ['after a day of 25 hours', '2026-10-25', 'Europe/Berlin', '2026-10-25T23:00:00.000Z'],
    ['before a day that begins at 01:00', '2018-11-03', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z'],
    [
      'after a day whose last hour happens twice',
      '2018-02-17',
      'America/Sao_Paulo',
      '2018-02-18T03:00:00.000Z',
    ],
    [
      'before a day whose first hour happens twice',
      '2026-10-31',
      'America/Havana',
      '2026-11-01T04:00:00.000Z',
    ],
    ['before a day that does not exist', '2011-12-29', 'Pacific/Apia', '2011-12-30T10:00:00.000Z'],
    ['on a day that does not exist', '2011-12-30', 'Pacific/Apia', '2011-12-30T10:00:00.000Z'],
    ['on a leap day', '2028-02-29', 'UTC', '2028-03-01T00:00:00.000Z'],
    ['at the end of the last year', '9999-12-31', 'UTC', '+010000-01-01T00:00:00.000Z'],
  ])('%s', (_, deadline, timezone, end) => {
    expect(endOfDeadline(deadline, timezone).toISOString()).toBe(end);
  });
});

/** The date on the calendar of a place, by Intl: another implementation than the one under test. */
function dayIn(timezone: string, at: Date): string {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: timezone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  return format.format(at);
}

const days = fc
  .date({ min: new Date('2012-01-02'), max: new Date('2037-12-30'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const zones = fc.constantFrom(
  ...Intl.supportedValuesOf('timeZone'),
  'Etc/GMT+12',
  'Pacific/Kiritimati',
  'UTC',
);

describe('in every timezone and on every day', () => {
  test('the last millisecond is on or before the deadline, and the next one is after it', () => {
    fc.assert(
      fc.property(days, zones, (deadline, timezone) => {
        const end = endOfDeadline(deadline, timezone);
        expect(dayIn(timezone, new Date(end.getTime() - 1)) <= deadline).toBe(true);
        expect(dayIn(timezone, end) > deadline).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  test('the day of the deadline has ended before it has ended everywhere', () => {
    fc.assert(
      fc.property(days, zones, (deadline, timezone) => {
        expect(endOfDeadline(deadline, timezone) <= endOfDeadlineEverywhere(deadline)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  test('a deadline has ended everywhere exactly when it is not after the last day that has', () => {
    const instants = fc.date({
      min: new Date('2012-01-02'),
      max: new Date('2037-12-30'),
      noInvalidDate: true,
    });
    const nearby = fc.integer({ min: -3, max: 3 });
    fc.assert(
      fc.property(instants, nearby, (now, offset) => {
        const deadline = new Date(now.getTime() + offset * 86_400_000).toISOString().slice(0, 10);
        expect(deadline <= lastDayEndedEverywhere(now)).toBe(endOfDeadlineEverywhere(deadline) <= now);
      }),
    );
  });
});

test('the timezone of the server does not matter', () => {
  const module = new URL('./deadline.ts', import.meta.url).href;
  const script = `
    const { endOfDeadline, lastDayEndedEverywhere } = await import(${JSON.stringify(module)});
    const zones = ['Pacific/Kiritimati', 'Europe/Berlin', 'Etc/GMT+12'];
    const ends = zones.map((zone) => endOfDeadline('2026-03-29', zone).toISOString());
    console.log(JSON.stringify([...ends, lastDayEndedEverywhere(new Date('2026-03-30T12:00:00Z'))]));`;
  const inTimezone = (timezone: string) =>
    execFileSync(process.execPath, ['--no-warnings', '--input-type=module', '-e', script], {
      env: { ...process.env, TZ: timezone },
      encoding: 'utf8',
    });
  const expected = [
    '2026-03-29T10:00:00.000Z',
    '2026-03-29T22:00:00.000Z',
    '2026-03-30T12:00:00.000Z',
    '2026-03-29',
  ];
  for (const timezone of ['UTC', 'Pacific/Kiritimati', 'Etc/GMT+12', 'America/Sao_Paulo'])
    expect(JSON.parse(inTimezone(timezone))).toEqual(expected);
});
