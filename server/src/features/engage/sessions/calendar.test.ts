import ICAL from 'ical.js';
import { expect, test } from 'vitest';
import { type CalendarEntry, renderCalendar } from './calendar.ts';
import { describeTime } from './calendar-text.ts';

const entry: CalendarEntry = {
  method: 'REQUEST',
  uid: 'ses_1@parley.example.com',
  sequence: 2,
  start: new Date('2027-03-28T00:30:00Z'),
  end: new Date('2027-03-28T01:30:00Z'),
  stamp: new Date('2027-03-01T08:00:00Z'),
  title: 'Checkout; first, “impressions”\nBEGIN:VALARM 調査 🙂',
  description: `Join here: https://parley.example.com/t/x\n${'long '.repeat(60)}`,
  url: 'https://parley.example.com/t/x',
  organizer: { name: 'Parley, Inc.', email: 'parley@example.com' },
  attendee: { name: 'Mina "M" O’Neil: x', email: 'mina@example.com' },
};

const read = (text: string) => {
  const calendar = new ICAL.Component(ICAL.parse(text));
  const event = calendar.getFirstSubcomponent('vevent') as ICAL.Component;
  return { calendar, event: new ICAL.Event(event), component: event };
};

test('a calendar program reads back every field of an invitation, whatever characters it contains', () => {
  const text = renderCalendar(entry);
  const { calendar, event, component } = read(text);
  expect(calendar.getFirstPropertyValue('method')).toBe('REQUEST');
  expect(event.uid).toBe(entry.uid);
  expect(event.sequence).toBe(2);
  expect(event.summary).toBe(entry.title);
  expect(event.description).toBe(entry.description);
  expect(event.startDate.toJSDate()).toEqual(entry.start);
  expect(event.endDate.toJSDate()).toEqual(entry.end);
  expect(component.getAllSubcomponents('valarm')).toEqual([]);
  expect(component.getAllProperties('attendee').map((p) => p.getFirstValue())).toEqual([
    'MAILTO:mina@example.com',
  ]);
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
});

test('a cancellation has the same UID and the status CANCELLED', () => {
  const { calendar, event, component } = read(renderCalendar({ ...entry, method: 'CANCEL', sequence: 3 }));
  expect(calendar.getFirstPropertyValue('method')).toBe('CANCEL');
  expect([event.uid, event.sequence]).toEqual([entry.uid, 3]);
  expect(component.getFirstPropertyValue('status')).toBe('CANCELLED');
});

test.each([
  ['2027-03-28T00:30:00Z', 'Europe/Berlin', 'Sunday, 28 March 2027 at 01:30 (Europe/Berlin)'],
  ['2027-03-28T01:30:00Z', 'Europe/Berlin', 'Sunday, 28 March 2027 at 03:30 (Europe/Berlin)'],
  ['2027-03-28T11:00:00Z', 'Pacific/Kiritimati', 'Monday, 29 March 2027 at 01:00 (Pacific/Kiritimati)'],
  ['2027-03-28T11:00:00Z', 'nowhere', 'Sunday, 28 March 2027 at 11:00 (UTC)'],
])('describes %s in %s as “%s”', (at, timezone, text) => {
  expect(describeTime(new Date(at), timezone)).toBe(text);
});
