import { lengthOf, sliceOf } from './code-points.ts';

export interface TimedWord {
  text: string;
  start_seconds: number;
  end_seconds: number;
  start_character: number;
}

export interface TimedText {
  text: string;
  start_seconds: number;
  end_seconds: number;
}

/**
 * When the character was spoken: exact at the start of a word if the times of the words are known, else in proportion to
 * the text. `words` may belong to an earlier version of the text, so a word counts only where the text still contains it.
 */
export function timeAt(segment: TimedText, character: number, words?: readonly TimedWord[]): number {
  const length = lengthOf(segment.text);
  const known = validWords(segment, words);
  let before = { character: 0, seconds: segment.start_seconds };
  let after = { character: length, seconds: segment.end_seconds };
  for (const word of known) {
    const end = word.start_character + lengthOf(word.text);
    if (word.start_character <= character)
      before = { character: word.start_character, seconds: word.start_seconds };
    if (end <= character) before = { character: end, seconds: word.end_seconds };
    if (end > character) {
      after =
        word.start_character > character
          ? { character: word.start_character, seconds: word.start_seconds }
          : { character: end, seconds: word.end_seconds };
      break;
    }
  }
  const span = after.character - before.character;
  if (span <= 0) return clamp(before.seconds, segment);
  const part = Math.min(Math.max((character - before.character) / span, 0), 1);
  return clamp(before.seconds + part * (after.seconds - before.seconds), segment);
}

/** Times of the words of a passage in one segment: where its first word starts and its last word ends. */
export function timesOf(
  segment: TimedText,
  start: number,
  end: number,
  words?: readonly TimedWord[],
): { start: number; end: number } {
  const first = timeAt(segment, start, words);
  const known = validWords(segment, words).filter(
    (word) => word.start_character < end && word.start_character + lengthOf(word.text) > start,
  );
  const last = known.at(-1)?.end_seconds ?? timeAt(segment, end, words);
  return { start: first, end: Math.max(clamp(last, segment), first) };
}

/** The seconds at which a split at this character cuts: strictly inside the segment, as the API requires. */
export function splitTime(segment: TimedText, character: number, words?: readonly TimedWord[]): number {
  const margin = Math.min(0.01, (segment.end_seconds - segment.start_seconds) / 4);
  const at = timeAt(segment, character, words);
  return Math.min(Math.max(at, segment.start_seconds + margin), segment.end_seconds - margin);
}

const clamp = (seconds: number, segment: TimedText) =>
  Math.min(Math.max(seconds, segment.start_seconds), segment.end_seconds);

function validWords(segment: TimedText, words: readonly TimedWord[] = []): TimedWord[] {
  return words.filter(
    (word) =>
      word.start_seconds >= segment.start_seconds - 0.01 &&
      word.end_seconds <= segment.end_seconds + 0.01 &&
      sliceOf(segment.text, word.start_character, word.start_character + lengthOf(word.text)) === word.text,
  );
}

/** The index of the segment that is spoken at a time, or the last one before it; -1 before the first. */
export function segmentAt(segments: readonly { start_seconds: number }[], seconds: number): number {
  let low = 0;
  let high = segments.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((segments[middle] as { start_seconds: number }).start_seconds <= seconds) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
