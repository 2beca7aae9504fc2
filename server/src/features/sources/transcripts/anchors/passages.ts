import type { ErrorDetail } from '../../../../foundation/errors.ts';
import { locate, rangeOfSegments } from './locate.ts';
import type { TimedSegment } from './move-anchors.ts';
import { quoteAt, type TextRange } from './text-range.ts';
import { lengthOf, tokenise, Vocabulary } from './tokens.ts';

/** A passage in a request: one or several segments, or a file with times or a quote. */
export interface Passage {
  file_id?: string | null;
  segment_id?: string | null;
  start_character?: number | null;
  end_segment_id?: string | null;
  end_character?: number | null;
  start_seconds?: number | null;
  end_seconds?: number | null;
  quote?: string | null;
}

/** The passage with all fields filled in from the transcript. */
export interface FilledPassage {
  file_id: string | null;
  segment_id: string | null;
  start_character: number | null;
  end_segment_id: string | null;
  end_character: number | null;
  start_seconds: number | null;
  end_seconds: number | null;
  quote: string | null;
  speaker: string | null;
  /** The transcript revision that it was taken from; 0 without a transcript. */
  since_revision: number;
}

export interface Words {
  file_id: string;
  revision: number;
  speakers: { id: string; label: string }[];
  segments: TimedSegment[];
  index: Map<string, number>;
}

/** A longer passage is not useful as a quotation. */
const segmentsMax = 200;
const quoteMax = 20_000;

export const unfilled = (passage: Passage): FilledPassage => ({
  file_id: passage.file_id ?? null,
  segment_id: null,
  start_character: null,
  end_segment_id: null,
  end_character: null,
  start_seconds: passage.start_seconds ?? null,
  end_seconds: passage.end_seconds ?? null,
  quote: passage.quote ?? null,
  speaker: null,
  since_revision: 0,
});

/** Fills in a passage from the words of its file, or returns what is wrong with it. */
export function fillPassage(passage: Passage, words: Words): FilledPassage | ErrorDetail[] {
  const range = passage.segment_id ? findBySegment(passage, words) : findByFile(passage, words);
  if (range === undefined) return { ...unfilled(passage), file_id: words.file_id };
  if (Array.isArray(range)) return range;
  const [first, last] = [range.segment_id, range.end_segment_id].map((id) => words.index.get(id)) as [
    number,
    number,
  ];
  const quote = quoteAt(words.segments, words.index, range);
  if (quote === undefined) return [{ field: 'end_character', message: 'must be after start_character.' }];
  if (last - first >= segmentsMax || lengthOf(quote) > quoteMax) {
    // Times alone name no words, so they need none.
    const isNamed = passage.segment_id != null || passage.quote != null;
    if (!isNamed) return { ...unfilled(passage), file_id: words.file_id };
    return [
      {
        field: passage.end_segment_id == null ? 'segment_id' : 'end_segment_id',
        message: `A passage has at most ${segmentsMax} segments and ${quoteMax} characters.`,
      },
    ];
  }
  const from = words.segments[first] as TimedSegment;
  const to = words.segments[last] as TimedSegment;
  const start_seconds = passage.start_seconds ?? from.start_seconds;
  return {
    file_id: words.file_id,
    ...range,
    start_seconds,
    // A start without an end is a point in time and gets no end.
    end_seconds: passage.end_seconds ?? (passage.start_seconds == null ? to.end_seconds : null),
    quote,
    speaker: words.speakers.find(({ id }) => id === from.speaker_id)?.label ?? from.speaker_id,
    since_revision: words.revision,
  };
}

function findBySegment(passage: Passage, { file_id, segments, index }: Words): TextRange | ErrorDetail[] {
  if (passage.file_id != null && passage.file_id !== file_id)
    return [{ field: 'file_id', message: 'is not the file of this segment.' }];
  const first = index.get(passage.segment_id as string);
  if (first === undefined) return [{ field: 'segment_id', message: 'is not a segment of this project.' }];
  const last = passage.end_segment_id == null ? first : index.get(passage.end_segment_id);
  if (last === undefined)
    return [{ field: 'end_segment_id', message: 'is not a segment of the same transcript.' }];
  if (last < first) return [{ field: 'end_segment_id', message: 'must not come before the first segment.' }];
  const hasCharacters = passage.start_character != null || passage.end_character != null;
  const isRun = hasCharacters || passage.end_segment_id != null;
  const whole = rangeOfSegments(segments[first] as TimedSegment, segments[last] as TimedSegment);
  if (!isRun) {
    if (passage.quote == null) return whole;
    return (
      locate(segments, passage.quote, { from: first, to: first + 1 }) ?? [notFoundFault('in this segment')]
    );
  }
  const range = {
    ...whole,
    start_character: passage.start_character ?? 0,
    end_character: passage.end_character ?? whole.end_character,
  };
  const faults = characterFaults(range, segments[first] as TimedSegment, segments[last] as TimedSegment);
  if (faults.length > 0) return faults;
  if (passage.quote == null) return range;
  const words = quoteAt(segments, index, range) ?? '';
  return hasCharacters
    ? isSameText(passage.quote, words)
      ? range
      : [notFoundFault('at these characters')]
    : (locate(segments.slice(0, last + 1), passage.quote, { from: first, to: last + 1 }) ?? [
        notFoundFault('in these segments'),
      ]);
}

function characterFaults(range: TextRange, first: TimedSegment, last: TimedSegment): ErrorDetail[] {
  const faults: ErrorDetail[] = [];
  const past = 'is past the end of the segment’s text.';
  if (range.start_character >= lengthOf(first.text)) faults.push({ field: 'start_character', message: past });
  if (range.end_character > lengthOf(last.text)) faults.push({ field: 'end_character', message: past });
  else if (first === last && range.end_character <= range.start_character)
    faults.push({ field: 'end_character', message: 'must be greater than start_character.' });
  return faults;
}

function findByFile(passage: Passage, { segments }: Words): TextRange | ErrorDetail[] | undefined {
  const { start_seconds, end_seconds, quote } = passage;
  const start = start_seconds ?? 0;
  const end = end_seconds ?? start;
  const overlaps = (s: TimedSegment) =>
    end > start
      ? s.start_seconds < end && s.end_seconds > start
      : s.start_seconds <= start && s.end_seconds > start;
  const from = start_seconds == null ? -1 : segments.findIndex(overlaps);
  const to = start_seconds == null ? -1 : segments.findLastIndex(overlaps) + 1;
  if (quote != null) {
    const near = from < 0 ? undefined : locate(segments, quote, { from, to });
    return near ?? locate(segments, quote) ?? [notFoundFault('in the transcript of the file')];
  }
  return from < 0
    ? undefined
    : rangeOfSegments(segments[from] as TimedSegment, segments[to - 1] as TimedSegment);
}

function isSameText(a: string, b: string): boolean {
  const vocabulary = new Vocabulary();
  const [left, right] = [a, b].map((text) => tokenise([{ text }], vocabulary).numbers.filter((n) => n > 0));
  return left?.join() === right?.join();
}

const notFoundFault = (where: string): ErrorDetail => ({
  field: 'quote',
  message: `These words are not ${where}.`,
});
