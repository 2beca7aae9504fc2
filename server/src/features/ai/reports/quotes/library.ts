import type { Source, SourceSegment } from '../sources.ts';
import { createTextIndex, firstNotBelow, unspacedScripts } from './text-index.ts';

/** Where a quotation stands, word for word. */
export interface Place {
  source: Source;
  first: SourceSegment;
  last: SourceSegment;
  quote: string;
}

export interface Library {
  /**
   * Looks a quotation up in the segments that it names; if it stands elsewhere, then only where it can be no other
   * passage: once in the file of those segments, or, where no segment is named, once in everything.
   */
  find(quote: string, segmentIds: string[]): Place | undefined;
}

/**
 * Consecutive segments of one speaker: a quotation may run over their border, never into another's words. `from` and `to`
 * are its place in the text of the whole library.
 */
interface Run {
  source: Source;
  segments: SourceSegment[];
  /** Where each segment begins. */
  starts: number[];
  from: number;
  to: number;
}

/** Only space is normalised; everything else must be there as it is. */
export const normaliseSpace = (text: string) => text.replace(/\s+/gu, ' ').trim();

export function createLibrary(sources: Source[]): Library {
  const { runs, text } = layOut(sources);
  const index = createTextIndex(text);
  const begins = runs.map(({ from }) => from);
  const homes = new Map(runs.flatMap((run) => run.segments.map(({ id }) => [id, run] as const)));
  const spans = spansOf(runs);
  const known = new Map<string, Place | undefined>();

  function* occurrences(quote: string, { from, to }: { from: number; to: number }): Generator<Place> {
    for (const at of index.places(quote, from, to)) {
      const end = at + quote.length;
      if (!isWhole(text, at, end)) continue;
      const run = runs[firstNotBelow(begins, at + 1) - 1] as Run;
      const segmentAt = (offset: number) =>
        run.segments[firstNotBelow(run.starts, offset + 1) - 1] as SourceSegment;
      yield { source: run.source, first: segmentAt(at), last: segmentAt(end - 1), quote };
    }
  }

  function search(quote: string, segmentIds: string[]): Place | undefined {
    const named = new Set(segmentIds);
    const homeRuns = new Set(segmentIds.flatMap((id) => homes.get(id) ?? []));
    for (const run of homeRuns)
      for (const place of occurrences(quote, run))
        if (named.has(place.first.id) && named.has(place.last.id)) return place;
    const files = new Set([...homeRuns].map(({ source }) => source));
    const wider =
      segmentIds.length === 0
        ? [{ from: 0, to: text.length }]
        : [...files].flatMap((source) => spans.get(source) ?? []);
    let only: Place | undefined;
    for (const span of wider)
      for (const place of occurrences(quote, span)) {
        if (only) return undefined;
        only = place;
      }
    return only;
  }

  return {
    find(given, segmentIds) {
      const quote = normaliseSpace(given);
      if (quote === '') return undefined;
      // A report is settled in rounds, and every round looks up what the one before did.
      const key = [quote, ...segmentIds].join('\n');
      if (!known.has(key)) known.set(key, search(quote, segmentIds));
      return known.get(key);
    },
  };
}

/** One text for the whole library; a line break, which no normalised quotation has, ends a run. */
function layOut(sources: Source[]): { runs: Run[]; text: string } {
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
      if (run && before && before.speaker === segment.speaker && before.place + 1 === segment.place) {
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

/** From where to where each source reaches. */
function spansOf(runs: Run[]): Map<Source, { from: number; to: number }> {
  const spans = new Map<Source, { from: number; to: number }>();
  for (const { source, from, to } of runs) spans.set(source, { from: spans.get(source)?.from ?? from, to });
  return spans;
}

const spacedLetter = new RegExp(`^(?!${unspacedScripts})[\\p{L}\\p{N}\\p{M}]$`, 'u');
const isLetter = (character: string | undefined) => character !== undefined && spacedLetter.test(character);

/** Whole words: half of one, even up to its apostrophe, is not what was said. */
function isWhole(text: string, from: number, to: number): boolean {
  const before = [...text.slice(Math.max(0, from - 4), from)].reverse();
  const after = [...text.slice(to, to + 4)];
  const head = [...text.slice(from, from + 2)][0];
  const tail = [...text.slice(Math.max(from, to - 2), to)].at(-1);
  return !(isLetter(head) && joins(before)) && !(isLetter(tail) && joins(after));
}

const joins = ([near, next]: string[]) =>
  isLetter(near) || ((near === "'" || near === '’') && isLetter(next));
