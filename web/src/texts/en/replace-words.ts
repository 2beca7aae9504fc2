import { formatCount } from '../numbers.ts';

export const replaceWords = {
  title: 'Find and replace',
  find: 'Find',
  replaceBy: 'Replace with',
  wholeWords: 'Whole words only',
  exactCase: 'Match case and accents',
  hint: 'All changes are listed here before anything is saved.',
  changes: (count: number, segments: number) =>
    count === 0
      ? 'Nothing to change'
      : `${formatCount(count, 'change')} in ${formatCount(segments, 'segment')}`,
  preview: 'Changes',
  segment: (number: number) => `Passage ${number}`,
  change: (place: string) => `Change ${place}`,
  cancel: 'Cancel',
  replace: (count: number) => (count === 0 ? 'Replace' : `Replace ${formatCount(count, 'match', 'matches')}`),
  replacement: (words: string) => `Replacement of “${words}”`,
  replaced: (count: number, segments: number) =>
    `Replaced ${formatCount(count, 'match', 'matches')} in ${formatCount(segments, 'segment')}.`,
};
