import { joinTexts } from './join-texts.ts';

interface TimeSpan {
  start_seconds: number;
  end_seconds: number;
}

export interface SpokenSegment extends TimeSpan {
  text: string;
  /** When each word was spoken, and where it starts in the text, in code points; null or absent if that is not known. */
  words?: readonly TimedWord[] | null;
}

export interface TimedWord extends TimeSpan {
  text: string;
  start_character: number;
}

/** The words of a segment that are spoken in a span: those whose middle is in it. Empty if there are none. */
export function wordsWithin(segment: SpokenSegment, span: TimeSpan): string {
  if (segment.start_seconds >= span.start_seconds && segment.end_seconds <= span.end_seconds)
    return segment.text;
  const characters = [...segment.text];
  const known = segment.words?.length && areOf(characters, segment.words) ? segment.words : undefined;
  const words = known ?? estimateTimes(segment, characters.length);
  const isInside = (word: Omit<TimedWord, 'text'>) => {
    const middle = (word.start_seconds + word.end_seconds) / 2;
    return middle >= span.start_seconds && middle < span.end_seconds;
  };
  const first = words.findIndex(isInside);
  if (first === -1) return '';
  const last = words.findLastIndex(isInside);
  return characters
    .slice(words[first]?.start_character, words[last + 1]?.start_character)
    .join('')
    .trim();
}

/** The words of segments that are spoken in a span, in their order; null if there are none. */
export const textWithin = (segments: readonly SpokenSegment[] | null, span: TimeSpan): string | null =>
  joinTexts((segments ?? []).map((segment) => wordsWithin(segment, span)).filter(Boolean)) || null;

/** A browser loads the times of words once, so they may be those of an earlier text. */
const areOf = (characters: readonly string[], words: readonly TimedWord[]): boolean =>
  words.every(({ text, start_character }) =>
    [...text].every((character, place) => characters[start_character + place] === character),
  );

/** Each character of a segment takes the same time. */
function estimateTimes(segment: SpokenSegment, length: number): Omit<TimedWord, 'text'>[] {
  const secondsAt = (character: number) =>
    segment.start_seconds + (character / length) * (segment.end_seconds - segment.start_seconds);
  return splitWords(segment.text).map(({ start, end }) => ({
    start_character: start,
    start_seconds: secondsAt(start),
    end_seconds: secondsAt(end),
  }));
}

const scriptsWithoutSpaces =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\p{sc=Tibetan}]/u;

/** Words with their punctuation, in code points: between spaces, or by dictionary in scripts without spaces. */
function splitWords(text: string): { start: number; end: number }[] {
  const words: { start: number; end: number }[] = [];
  let position = 0;
  for (const piece of text.split(/(\s+)/u).flatMap(splitPiece)) {
    const end = position + [...piece.text].length;
    const before = words.at(-1);
    if (piece.isPunctuation && before?.end === position) before.end = end;
    else if (piece.text.trim() !== '') words.push({ start: position, end });
    position = end;
  }
  return words;
}

let dictionary: Intl.Segmenter | undefined;

/** Created when it is first used: that takes several milliseconds. */
function dictionaryWords(text: string): Intl.Segments {
  dictionary ??= new Intl.Segmenter(undefined, { granularity: 'word' });
  return dictionary.segment(text);
}

const splitPiece = (text: string): { text: string; isPunctuation: boolean }[] =>
  scriptsWithoutSpaces.test(text)
    ? [...dictionaryWords(text)].map(({ segment, isWordLike }) => ({
        text: segment,
        isPunctuation: !isWordLike,
      }))
    : [{ text, isPunctuation: false }];
