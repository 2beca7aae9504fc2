import type { Catalogue } from '../catalogue.ts';
import { formatCount } from '../numbers.ts';

export const replaceWords: Catalogue['replaceWords'] = {
  title: 'Suchen und ersetzen',
  find: 'Suchen',
  replaceBy: 'Ersetzen durch',
  wholeWords: 'Nur ganze Wörter',
  exactCase: 'Groß- und Kleinschreibung und Akzente beachten',
  hint: 'Alle Änderungen stehen hier, bevor etwas gespeichert wird.',
  changes: (count, segments) =>
    count === 0
      ? 'Nichts zu ändern'
      : `${formatCount(count, 'Änderung', 'Änderungen')} in ${formatCount(segments, 'Segment', 'Segmenten')}`,
  preview: 'Änderungen',
  segment: (number) => `Passage ${number}`,
  change: (place) => `${place} ändern`,
  cancel: 'Abbrechen',
  replace: (count) => (count === 0 ? 'Ersetzen' : `${formatCount(count, 'Treffer', 'Treffer')} ersetzen`),
  replacement: (words) => `Ersetzung von „${words}“`,
  replaced: (count, segments) =>
    `${formatCount(count, 'Treffer', 'Treffer')} in ${formatCount(segments, 'Segment', 'Segmenten')} ersetzt.`,
};
