import { language } from './language.ts';

/** "12,000". */
export const formatNumber = (value: number): string =>
  // Most numbers are counts without a separator, and the first use of a locale loads its data.
  Number.isInteger(value) && Math.abs(value) < 1_000 ? String(value) : value.toLocaleString(language);

/** "1 file", "12,000 files". English and German have these two forms; another language needs `Intl.PluralRules` here. */
export const formatCount = (count: number, one: string, many = `${one}s`): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`;
