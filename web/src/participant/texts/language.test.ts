import { describe, expect, it } from 'vitest';
import { textDirection } from './direction.ts';
import { en } from './en.ts';
import { formatDay, formatIncentive, formatMinutes } from './format.ts';
import {
  chooseLanguage,
  directionOf,
  formatLocale,
  type Language,
  languages,
  loadTexts,
} from './language.ts';

describe('the language of the pages', () => {
  it.each([
    [['de-AT', 'en'], 'de'],
    [['pt-BR'], 'pt'],
    [['nl', 'fr-CA', 'en'], 'fr'],
    [['ar', 'he'], 'en'],
    [['toString'], 'en'],
    [[], 'en'],
  ])('the language of the pages for a browser with %j is %s', (preferred, expected) => {
    expect(chooseLanguage(preferred)).toBe(expected);
  });

  it('writes the pages from right to left for Arabic and Hebrew', () => {
    expect(['ar-EG', 'he', 'fa', 'ja', 'de'].map(directionOf)).toEqual(['rtl', 'rtl', 'rtl', 'ltr', 'ltr']);
  });

  it.each([
    ['1. איך שילמת?', 'rtl'],
    ['«كيف دفعت؟» (PayPal)', 'rtl'],
    ['PayPal או כרטיס?', 'ltr'],
    ['どう支払いましたか', 'ltr'],
    ['10 %', undefined],
  ])('lays out %j from its first letter: %s', (text, expected) => {
    expect(textDirection(text)).toBe(expected);
  });

  it('the pages have every text, with the same placeholders, in all six languages', async () => {
    for (const language of Object.keys(languages) as Language[]) {
      const texts = await loadTexts(language);
      for (const [key, english] of Object.entries(en)) {
        const text = texts[key as keyof typeof en] as unknown;
        expect([language, key, typeof text]).toEqual([language, key, typeof english]);
        if (typeof text === 'string') expect([language, key, text.trim()]).not.toEqual([language, key, '']);
        if (typeof text !== 'function') continue;
        const marks = ['⟨1⟩', '⟨2⟩', '⟨3⟩'].slice(0, (english as (...marks: string[]) => string).length);
        const filled = text(...marks) as string;
        expect([language, key, marks.every((mark) => filled.includes(mark))]).toEqual([language, key, true]);
      }
    }
  });
});

describe('formats', () => {
  it('follow the locale', () => {
    expect(formatLocale('de', ['de-AT', 'en'])).toBe('de-AT');
    expect(formatLocale('en', ['ar'])).toBe('en');
    expect(formatMinutes('de', 8)).toBe('8 Minuten');
    expect(formatDay('en-GB', '2026-11-27')).toBe('Friday, 27 November 2026');
    expect(formatIncentive('en', { amount: 15, currency: 'EUR', kind: 'gift_card' })).toBe('€15 (gift card)');
    expect(formatIncentive('en', { amount: 7.5, currency: 'USD', kind: null })).toBe('$7.50');
    expect(formatIncentive('en', { amount: 100, currency: 'points', kind: null })).toBe('100 points');
  });
});
