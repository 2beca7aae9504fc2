import { placeWords } from './place-words.ts';
import type { Unit } from './recognizer.ts';
import type { SpokenSegment } from './speech.ts';

/** Splits what was said in one turn into sentences, each of which becomes a segment. */
export function splitSentences(units: Unit[], language: string, speaker?: string): SpokenSegment[] {
  const text = units.map((unit) => unit.text).join('');
  const ends = [...sentenceSegmenter(language).segment(text)]
    .map(({ index, segment }) => index + segment.length)
    .filter((end) => !abbreviation.test(text.slice(0, end).trimEnd()));
  const sentences: Unit[][] = [];
  let offset = 0;
  let sentence = 0;
  for (const unit of units) {
    // The space before a word belongs to the previous sentence.
    const start = offset + (unit.text.length - unit.text.trimStart().length);
    while (start >= (ends[sentence] ?? text.length + 1)) sentence++;
    sentences[sentence] = [...(sentences[sentence] ?? []), unit];
    offset += unit.text.length;
  }
  return sentences.flatMap((sentenceUnits) => toSegment(sentenceUnits, speaker));
}

/** Abbreviations whose full stop does not end a sentence. */
const abbreviation = /\b(Mr|Mrs|Ms|Dr|Prof|St|vs|e\.g|i\.e)\.$/;

function toSegment(units: Unit[], speaker: string | undefined): SpokenSegment[] {
  const text = units
    .map((unit) => unit.text)
    .join('')
    .trim();
  const [first, last] = [units[0], units.at(-1)];
  if (!first || !last || !/[\p{L}\p{N}]/u.test(text)) return [];
  const start = first.start_seconds;
  // Models may report a duration of zero; even the shortest word takes 50 ms.
  const end = Math.max(last.end_seconds, start + 0.05);
  const words = units.some(({ isEstimated }) => isEstimated) ? [] : placeWords(text, units);
  return [
    {
      start_seconds: round(start),
      end_seconds: round(end),
      text,
      ...(speaker ? { speaker } : {}),
      ...(words.length > 0 ? { words } : {}),
    },
  ];
}

const round = (value: number) => Math.round(value * 1000) / 1000;

function sentenceSegmenter(language: string): Intl.Segmenter {
  try {
    return new Intl.Segmenter(language, { granularity: 'sentence' });
  } catch {
    return new Intl.Segmenter('en', { granularity: 'sentence' });
  }
}
