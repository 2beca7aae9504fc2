import type { Source, SourceSegment } from '../sources.ts';

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

/** Consecutive segments of one speaker: a quotation may run over their border, never into another's words. */
interface Run {
  source: Source;
  segments: SourceSegment[];
  text: string;
  starts: number[];
}

/** Only space is normalised; everything else must stand there as it is. */
export const normaliseSpace = (text: string) => text.replace(/\s+/gu, ' ').trim();

export function createLibrary(sources: Source[]): Library {
  const runs = sources.flatMap(runsOf);
  const homes = new Map(runs.flatMap((run) => run.segments.map(({ id }) => [id, run] as const)));
  return {
    find(given, segmentIds) {
      const quote = normaliseSpace(given);
      if (quote === '') return undefined;
      const named = new Set(segmentIds);
      const places = (among: Run[], enough: number, accept: (place: Place) => boolean) => {
        const found: Place[] = [];
        for (const run of among)
          for (const place of occurrences(run, quote)) {
            if (accept(place)) found.push(place);
            if (found.length >= enough) return found;
          }
        return found;
      };
      const homeRuns = new Set(segmentIds.flatMap((id) => homes.get(id) ?? []));
      const [there] = places(
        [...homeRuns],
        1,
        (place) => named.has(place.first.id) && named.has(place.last.id),
      );
      if (there) return there;
      const files = new Set([...homeRuns].map((run) => run.source));
      const wider = segmentIds.length === 0 ? runs : runs.filter((run) => files.has(run.source));
      const anywhere = places(wider, 2, () => true);
      return anywhere.length === 1 ? anywhere[0] : undefined;
    },
  };
}

function runsOf(source: Source): Run[] {
  const runs: Run[] = [];
  let before: SourceSegment | undefined;
  for (const segment of source.segments) {
    const text = normaliseSpace(segment.text);
    const run = runs.at(-1);
    if (run && before && before.speaker === segment.speaker && before.place + 1 === segment.place) {
      run.starts.push(run.text.length + 1);
      run.text += ` ${text}`;
      run.segments.push(segment);
    } else runs.push({ source, segments: [segment], text, starts: [0] });
    before = segment;
  }
  return runs;
}

function* occurrences(run: Run, quote: string): Generator<Place> {
  for (let at = run.text.indexOf(quote); at >= 0; at = run.text.indexOf(quote, at + 1)) {
    if (!isWhole(run.text, at, at + quote.length)) continue;
    const first = run.segments[segmentAt(run, at)] as SourceSegment;
    const last = run.segments[segmentAt(run, at + quote.length - 1)] as SourceSegment;
    yield { source: run.source, first, last, quote };
  }
}

function segmentAt({ starts }: Run, offset: number): number {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] as number) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

const spacedLetter =
  /^(?!\p{sc=Han}|\p{sc=Hiragana}|\p{sc=Katakana}|\p{sc=Thai}|\p{sc=Lao}|\p{sc=Khmer}|\p{sc=Myanmar})[\p{L}\p{N}\p{M}]$/u;
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
