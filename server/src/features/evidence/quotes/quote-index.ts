import type { Source, SourceSegment } from '../source.ts';
import { createTextIndex, firstNotBelow, unspacedScripts } from './text-index.ts';

/** The location of a quotation in the source material. */
export interface Passage {
  source: Source;
  first: SourceSegment;
  last: SourceSegment;
  quote: string;
}

export interface QuoteIndex {
  /**
   * Finds a quotation in the given segments. Otherwise it must be unambiguous: it must occur exactly once in the files of
   * those segments or, without given segments, exactly once in the whole source material.
   */
  find(quote: string, segmentIds: string[]): Passage | undefined;
}

/**
 * Consecutive segments of one speaker. A quotation may span several of them, but never the words of two speakers.
 * `from` and `to` are offsets in the text of the whole index.
 */
interface Run {
  source: Source;
  segments: SourceSegment[];
  /** The offset of each segment. */
  starts: number[];
  from: number;
  to: number;
}

/** Only whitespace is normalised; everything else must match exactly. */
export const normaliseSpace = (text: string) => text.replace(/\s+/gu, ' ').trim();

export function createQuoteIndex(sources: Source[]): QuoteIndex {
  const { runs, text } = joinTexts(sources);
  const index = createTextIndex(text);
  const begins = runs.map(({ from }) => from);
  const runOf = new Map(runs.flatMap((run) => run.segments.map(({ id }) => [id, run] as const)));
  const spans = spansOf(runs);
  const known = new Map<string, Passage | undefined>();

  function* occurrences(quote: string, { from, to }: { from: number; to: number }): Generator<Passage> {
    for (const at of index.findOffsets(quote, from, to)) {
      const end = at + quote.length;
      if (!isWhole(text, at, end)) continue;
      const run = runs[firstNotBelow(begins, at + 1) - 1] as Run;
      const segmentAt = (offset: number) =>
        run.segments[firstNotBelow(run.starts, offset + 1) - 1] as SourceSegment;
      yield { source: run.source, first: segmentAt(at), last: segmentAt(end - 1), quote };
    }
  }

  function search(quote: string, segmentIds: string[]): Passage | undefined {
    const named = new Set(segmentIds);
    const namedRuns = new Set(segmentIds.flatMap((id) => runOf.get(id) ?? []));
    for (const run of namedRuns)
      for (const passage of occurrences(quote, run))
        if (named.has(passage.first.id) && named.has(passage.last.id)) return passage;
    const files = new Set([...namedRuns].map(({ source }) => source));
    const wider =
      segmentIds.length === 0
        ? [{ from: 0, to: text.length }]
        : [...files].flatMap((source) => spans.get(source) ?? []);
    let only: Passage | undefined;
    for (const span of wider)
      for (const passage of occurrences(quote, span)) {
        if (only) return undefined;
        only = passage;
      }
    return only;
  }

  return {
    find(given, segmentIds) {
      const quote = normaliseSpace(given);
      if (quote === '') return undefined;
      // Verification repeats until the text is stable, and each round looks up the same quotations, so results are cached.
      const key = [quote, ...segmentIds].join('\n');
      if (!known.has(key)) known.set(key, search(quote, segmentIds));
      return known.get(key);
    },
  };
}

/** Joins all segments into one text. Runs are separated by line breaks, which no normalised quotation contains. */
function joinTexts(sources: Source[]): { runs: Run[]; text: string } {
  const runs: Run[] = [];
  const parts: string[] = [];
  let length = 0;
  const append = (part: string) => {
    parts.push(part);
    length += part.length;
  };
  for (const source of sources) {
    let before: SourceSegment | undefined;
    for (const segment of source.segments) {
      const run = runs.at(-1);
      if (run && before && before.speaker === segment.speaker && before.ordinal + 1 === segment.ordinal) {
        append(' ');
        run.starts.push(length);
        run.segments.push(segment);
      } else {
        append('\n');
        runs.push({ source, segments: [segment], starts: [length], from: length, to: length });
      }
      append(normaliseSpace(segment.text));
      (runs.at(-1) as Run).to = length;
      before = segment;
    }
  }
  return { runs, text: parts.join('') };
}

/** The range of each source in the text. */
function spansOf(runs: Run[]): Map<Source, { from: number; to: number }> {
  const spans = new Map<Source, { from: number; to: number }>();
  for (const { source, from, to } of runs) spans.set(source, { from: spans.get(source)?.from ?? from, to });
  return spans;
}

const spacedLetter = new RegExp(`^(?!${unspacedScripts})[\\p{L}\\p{N}\\p{M}]$`, 'u');
const isLetter = (character: string | undefined) => character !== undefined && spacedLetter.test(character);

/** Whether the range begins and ends at word boundaries. The part of a word before an apostrophe is not a whole word. */
function isWhole(text: string, from: number, to: number): boolean {
  const before = [...text.slice(Math.max(0, from - 4), from)].reverse();
  const after = [...text.slice(to, to + 4)];
  const head = [...text.slice(from, from + 2)][0];
  const tail = [...text.slice(Math.max(from, to - 2), to)].at(-1);
  return !(isLetter(head) && joins(before)) && !(isLetter(tail) && joins(after));
}

const joins = ([near, next]: string[]) =>
  isLetter(near) || ((near === "'" || near === '’') && isLetter(next));
