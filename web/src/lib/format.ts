/** The language of the application's texts. */
const locale = 'en';

const relativeUnits: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** "3 hours ago", "in 2 weeks", "just now". */
export function formatRelativeTime(at: string, now = Date.now()): string {
  const seconds = (Date.parse(at) - now) / 1000;
  for (const [unit, size] of relativeUnits) {
    if (Math.abs(seconds) >= size) {
      return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(
        Math.round(seconds / size),
        unit,
      );
    }
  }
  return 'just now';
}

/** "May 3, 2026". */
export const formatDate = (at: string): string =>
  new Date(at).toLocaleDateString(locale, { day: 'numeric', month: 'long', year: 'numeric' });

/** "12,000". */
export const formatNumber = (value: number): string => value.toLocaleString(locale);

/** "1 file", "12,000 files". */
export const formatCount = (count: number, one: string, many = `${one}s`): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`;

const byteUnits = ['B', 'KB', 'MB', 'GB', 'TB'];

/** "0 B", "1.5 KB", "12 MB". */
export function formatBytes(size: number): string {
  let value = size;
  let unit = 0;
  while (value >= 1024 && unit < byteUnits.length - 1) {
    value /= 1024;
    unit++;
  }
  return `${value >= 10 || unit === 0 ? Math.round(value) : value.toFixed(1)} ${byteUnits[unit]}`;
}

/** A value of the API as text: "transcription_minutes" becomes "Transcription minutes". */
export const humanize = (value: string): string => {
  const text = value.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
};
