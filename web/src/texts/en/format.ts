export const format = {
  justNow: 'just now',
  minutes: (minutes: string) => `${minutes} min`,
  months: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
  day: (day: number, month: string) => `${month} ${day}`,
  dayOfYear: (day: number, month: string, year: number) => `${month} ${day}, ${year}`,
  /** Names on keyboards that do not write a symbol. */
  keys: {
    Escape: 'Esc',
    Delete: 'Del',
    Space: 'Space',
    Tab: 'Tab',
    Shift: 'Shift',
    Alt: 'Alt',
    Control: 'Ctrl',
    Meta: 'Win',
  },
};
