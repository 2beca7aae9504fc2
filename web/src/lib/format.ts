import { format as english } from '../texts/en/format.ts';
import { inLanguage } from '../texts/in-language.ts';
import { language as locale } from '../texts/language.ts';
import { formatNumber } from '../texts/numbers.ts';

const texts = inLanguage('format', english);

export { formatCount, formatNumber } from '../texts/numbers.ts';

const relativeUnits: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

// Creating one takes longer than all other work for a row.
let relativeFormat: Intl.RelativeTimeFormat | undefined;
let dateFormat: Intl.DateTimeFormat | undefined;

/** "3 hours ago", "in 2 weeks", "just now". */
export function formatRelativeTime(at: string, now = Date.now()): string {
  const seconds = (Date.parse(at) - now) / 1000;
  for (const [unit, size] of relativeUnits) {
    if (Math.abs(seconds) >= size) {
      relativeFormat ??= new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
      return relativeFormat.format(Math.round(seconds / size), unit);
    }
  }
  return texts.justNow;
}

/** "May 3, 2026". */
export function formatDate(at: string): string {
  dateFormat ??= new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric' });
  return dateFormat.format(new Date(at));
}

const unitPrefixes = ['', ...'KMGT'];

/** "0 B", "1.5 KB", "12 MB". */
export function formatBytes(size: number): string {
  let value = size;
  let unit = 0;
  while (value >= 1024 && unit < unitPrefixes.length - 1) {
    value /= 1024;
    unit++;
  }
  return `${value >= 10 || unit === 0 ? Math.round(value) : value.toFixed(1)} ${unitPrefixes[unit]}B`;
}

/** How far work is, from 0 to 100: "45%". Only what is complete is 100%. */
export const formatProgress = (value: number): string =>
  (Math.floor(value) / 100).toLocaleString(locale, { style: 'percent' });

/** A value of the API as text: "transcription_minutes" becomes "Transcription minutes". */
export const humanize = (value: string): string => {
  const text = value.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
};

/** A time in a recording or its length, rounded down as players do: "0:07", "12:07", "1:02:07". */
export function formatTimecode(seconds: number): string {
  // Sums of seconds miss a whole second by a tiny fraction: 15.2 - 0.2 is 14.999999999999998.
  const whole = Math.max(0, Math.floor(seconds + 1e-6));
  const twoDigits = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  return hours > 0
    ? `${hours}:${twoDigits(minutes)}:${twoDigits(whole % 60)}`
    : `${minutes}:${twoDigits(whole % 60)}`;
}

/** A time in a recording to a tenth of a second: "0:07.4". */
export function formatPreciseTimecode(seconds: number): string {
  const tenths = Math.round(Math.max(0, seconds) * 10);
  return `${formatTimecode(Math.floor(tenths / 10))}.${tenths % 10}`;
}

/** The speed of playing: "1×", "1.25×". */
export const formatRate = (rate: number): string => `${Math.round(rate * 100) / 100}×`;

/** The length of a recording: "4:07" below ten minutes, then "61 min". */
export const formatLength = (seconds: number): string =>
  seconds < 600 ? formatTimecode(seconds) : texts.minutes(formatNumber(Math.round(seconds / 60)));

/** A day without a time, such as `2026-10-24`: "Oct 24". */
export const formatCalendarDay = (day: string): string =>
  new Date(day).toLocaleDateString(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' });

// Without Intl, whose first date takes 10 ms, and the page of a file shows one.
const formatShortDate = (date: Date, now: Date): string => {
  const month = texts.months[date.getMonth()] ?? '';
  return date.getFullYear() === now.getFullYear()
    ? texts.day(date.getDate(), month)
    : texts.dayOfYear(date.getDate(), month, date.getFullYear());
};

/** "Oct 24" in this year, "Oct 24, 2025" otherwise. */
export const formatDay = (at: string, now = new Date()): string => formatShortDate(new Date(at), now);

const commonLanguages = [
  'ar',
  'de',
  'en',
  'es',
  'fr',
  'he',
  'hi',
  'it',
  'ja',
  'ko',
  'nl',
  'pl',
  'pt',
  'ru',
  'sv',
  'tr',
  'uk',
  'zh',
];

/** Languages for a choice, by name; `also` is offered too. */
export function languageNames(also: string | null = null): { code: string; name: string }[] {
  const names = new Intl.DisplayNames(locale, { type: 'language' });
  return [...new Set([...commonLanguages, ...(also ? [also] : [])])]
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .toSorted((a, b) => a.name.localeCompare(b.name, locale));
}

/** A share from 0 to 1: "81%". */
export const formatPercent = (share: number): string =>
  share.toLocaleString(locale, { style: 'percent', maximumFractionDigits: 0 });

/** The due date of something, without a time zone: "Dec 1", or "Dec 1, 2027" in another year. */
export function formatDueDate(day: string, now = new Date()): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return formatShortDate(new Date(year, month - 1, date), now);
}

/** Today where the user is, as "2026-12-01". */
export function today(now = new Date()): string {
  const twoDigits = (value: number) => String(value).padStart(2, '0');
  return `${now.getFullYear()}-${twoDigits(now.getMonth() + 1)}-${twoDigits(now.getDate())}`;
}
