import { joinTexts } from '@parley/transcript-text';
import { sliceOf, type Tokens } from './tokens.ts';

/** A range of a transcript, in code points. `end_character` is exclusive. */
export interface TextRange {
  segment_id: string;
  start_character: number;
  end_segment_id: string;
  end_character: number;
}

/** A reference to words. A detached anchor has the range where its words were last. */
export interface Anchor {
  range: TextRange;
  quote: string;
  detached: boolean;
}

export interface TextSegment {
  id: string;
  text: string;
}

/** Returns the words of a range, with segments joined as `joinTexts` does; undefined if the range does not exist. */
export function quoteAt(
  segments: readonly TextSegment[],
  indexOf: ReadonlyMap<string, number>,
  { segment_id, start_character, end_segment_id, end_character }: TextRange,
): string | undefined {
  const [first, last] = [indexOf.get(segment_id), indexOf.get(end_segment_id)];
  if (first === undefined || last === undefined || last < first) return undefined;
  if (first === last)
    return sliceOf((segments[first] as TextSegment).text, start_character, end_character) || undefined;
  const parts = segments.slice(first, last + 1).map(({ text }) => text);
  parts[0] = sliceOf(parts[0] as string, start_character);
  parts[parts.length - 1] = sliceOf(parts.at(-1) as string, 0, end_character);
  return joinTexts(parts);
}

export const indexById = (segments: readonly TextSegment[]): Map<string, number> =>
  new Map(segments.map(({ id }, i) => [id, i]));

/** The range from one token to another, minus `cut` characters of the first and the last. */
export function rangeOfTokens(
  after: readonly TextSegment[],
  now: Tokens,
  startToken: number,
  endToken: number,
  cut = { start: 0, end: 0 },
): TextRange {
  return {
    segment_id: (after[now.segments[startToken] as number] as TextSegment).id,
    start_character: (now.starts[startToken] as number) + cut.start,
    end_segment_id: (after[now.segments[endToken] as number] as TextSegment).id,
    end_character: (now.ends[endToken] as number) - cut.end,
  };
}
