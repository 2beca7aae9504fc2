import type { Catalogue } from '../catalogue.ts';

export const format: Catalogue['format'] = {
  justNow: 'gerade eben',
  minutes: (minutes) => `${minutes} Min.`,
  months: ['Jan.', 'Feb.', 'März', 'Apr.', 'Mai', 'Juni', 'Juli', 'Aug.', 'Sept.', 'Okt.', 'Nov.', 'Dez.'],
  day: (day, month) => `${day}. ${month}`,
  dayOfYear: (day, month, year) => `${day}. ${month} ${year}`,
  keys: {
    Escape: 'Esc',
    Delete: 'Entf',
    Space: 'Leertaste',
    Tab: 'Tab',
    Shift: 'Umschalt',
    Alt: 'Alt',
    Control: 'Strg',
    Meta: 'Win',
  },
};
