import { placeWords } from '../place-words.ts';
import type { SpokenSegment } from '../transcriber.ts';
import type { Unit } from './recognizer.ts';

/** What was said in one stretch, as segments: a sentence each. */
export function sentencesOf(units: Unit[], language: string, speaker?: string): SpokenSegment[] {
  const text = units.map((unit) => unit.text).join('');
  const ends = [...sentenceSegmenter(language).segment(text)]
    .map(({ index, segment }) => index + segment.length)
    .filter((end) => !abbreviation.test(text.slice(0, end).trimEnd()));
  const sentences: Unit[][] = [];
  let offset = 0;
  let sentence = 0;
  for (const unit of units) {
    // The space before a word is the end of the sentence before it.
    const begins = offset + (unit.text.length - unit.text.trimStart().length);
    while (begins >= (ends[sentence] ?? text.length + 1)) sentence++;
    sentences[sentence] = [...(sentences[sentence] ?? []), unit];
    offset += unit.text.length;
  }
  return sentences.flatMap((own) => toSegment(own, speaker));
}

/** Their full stop ends no sentence. */
const abbreviation = /\b(Mr|Mrs|Ms|Dr|Prof|St|vs|e\.g|i\.e)\.$/;

function toSegment(own: Unit[], speaker: string | undefined): SpokenSegment[] {
  const text = own
    .map((unit) => unit.text)
    .join('')
    .trim();
  const [first, last] = [own[0], own.at(-1)];
  if (!first || !last || !/[\p{L}\p{N}]/u.test(text)) return [];
  const start = first.start_seconds;
  // The shortest word takes some time to say, whatever the model believes.
  const end = Math.max(last.end_seconds, start + 0.05);
  const words = own.some(({ isEstimated }) => isEstimated) ? [] : placeWords(text, own);
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
