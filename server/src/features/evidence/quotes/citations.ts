import type { Citation } from './citation.ts';
import { readingsOf } from './quotation-marks.ts';
import { normaliseSpace, type Passage, type QuoteIndex } from './quote-index.ts';

/** The citations of one text while its quotations are verified. */
export interface Citations {
  /** Looks up the words of a quote block, first in the segments of citation `id` if there is one. */
  citeBlock(words: string, id: string | undefined): Citation;
  /**
   * The same for words in quotation marks within a sentence. Returns undefined if they need no citation, and
   * `not_a_quotation` for a few words that are in no transcript: their marks are removed.
   */
  citeInline(words: string, id: string | undefined): Citation | 'not_a_quotation' | undefined;
  /** A reference without a quotation. */
  reuse(id: string): void;
  /** The citations in use, by number. */
  list(): Citation[];
}

export interface CitationOptions {
  index: QuoteIndex;
  /** The citations of the stored text. */
  known: Citation[];
  /** The segments that an unverified draft gives for each quotation, by citation id. */
  namedSegments: Record<string, string[]>;
  /** A person may put a name in quotation marks. In the text of a model, all marks count as quotations. */
  byPerson: boolean;
}

/** Each quotation is looked up in the whole source material. */
export const quotationsMax = 2_000;

export class TooManyQuotations extends Error {}

/** Fewer words in quotation marks are often a name, such as the label of a button. */
const quotationWordsMin = 3;

export function createCitations({ index, known, namedSegments, byPerson }: CitationOptions): Citations {
  const before = new Map(known.map((citation) => [citation.id, citation]));
  const used = new Map<string, Citation>();
  const lookedUp = new Set<string>();
  let highest = Math.max(
    0,
    ...[...before.keys(), ...Object.keys(namedSegments)].map((id) => Number(id.slice(4))),
  );

  const segmentsOf = (id: string | undefined): string[] => {
    const old = id === undefined ? undefined : before.get(id);
    return (id && namedSegments[id]) || (old?.segment_id ? [old.segment_id] : []);
  };
  const count = (quote: string) => {
    if (lookedUp.add(quote).size > quotationsMax) throw new TooManyQuotations();
  };
  const find = (quote: string, id: string | undefined): Passage | undefined => {
    const segmentIds = segmentsOf(id);
    return (
      index.find(quote, segmentIds) ??
      index.find(quote.replace(/(?<![\s.,;:!?…])[\s.,;:!?…]+$/u, ''), segmentIds)
    );
  };

  /** What a block quotes: what its citation says, else what its segments contain, else what any segment contains. */
  function readBlock(words: string, id: string | undefined): string {
    const { asWritten, unquoted, withoutEnds } = readingsOf(words);
    const cited = id === undefined ? undefined : (used.get(id) ?? before.get(id));
    const printed = [asWritten, unquoted, withoutEnds].find(
      (reading) => cited?.verified && normaliseSpace(reading) === normaliseSpace(cited.quote),
    );
    count(printed ?? unquoted);
    if (printed !== undefined) return printed;
    const named = new Set(segmentsOf(id));
    const isNamed = (passage: Passage | undefined) =>
      passage !== undefined && named.has(passage.first.id) && named.has(passage.last.id);
    return (
      [asWritten, unquoted, withoutEnds].find((reading) => isNamed(find(reading, id))) ??
      [unquoted, asWritten, withoutEnds].find((reading) => find(reading, id)) ??
      unquoted
    );
  }

  function add(quote: string, id: string | undefined, passage: Passage | undefined): Citation {
    const old = id === undefined ? undefined : before.get(id);
    const isUnchanged = old?.verified && normaliseSpace(old.quote) === normaliseSpace(quote);
    const fields = passage ? verifiedAt(passage) : isUnchanged ? old : unverified(quote, old);
    const taken = id === undefined ? undefined : used.get(id);
    const isFree = id !== undefined && (!taken || taken.quote === fields.quote);
    const citation = { ...fields, id: isFree ? id : `cit_${++highest}` };
    used.set(citation.id, citation);
    return citation;
  }

  return {
    citeBlock(words, id) {
      const quote = readBlock(words, id);
      return add(quote, id, find(quote, id));
    },
    citeInline(words, id) {
      const wordCount = words.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
      if (wordCount === 0) return undefined;
      count(words);
      const passage = find(words, id);
      if (passage && (id !== undefined || wordCount >= quotationWordsMin)) return add(words, id, passage);
      if (wordCount >= quotationWordsMin) return add(words, id, undefined);
      return passage || byPerson ? undefined : 'not_a_quotation';
    },
    reuse(id) {
      const citation = before.get(id);
      if (citation && !used.has(id)) used.set(id, citation);
    },
    list: () => [...used.values()].sort((a, b) => Number(a.id.slice(4)) - Number(b.id.slice(4))),
  };
}

function verifiedAt({ source, first, last, quote }: Passage): Omit<Citation, 'id'> {
  const isFile = source.kind === 'file';
  return {
    file_id: isFile ? source.id : null,
    response_id: isFile ? null : source.id,
    segment_id: isFile ? first.id : null,
    start_seconds: isFile ? first.start_seconds : null,
    end_seconds: isFile ? last.end_seconds : null,
    speaker: first.speaker,
    quote,
    verified: true,
    transcript_revision: source.revision,
    source_deleted: false,
    file_name: source.name,
    page: source.time_basis === 'estimated' ? first.page : null,
  };
}

function unverified(quote: string, old: Citation | undefined): Omit<Citation, 'id'> {
  return {
    file_id: old?.file_id ?? null,
    response_id: old?.response_id ?? null,
    segment_id: null,
    start_seconds: null,
    end_seconds: null,
    speaker: null,
    quote: normaliseSpace(quote),
    verified: false,
    transcript_revision: null,
    source_deleted: old?.source_deleted ?? false,
    file_name: old?.file_name ?? null,
    page: null,
  };
}
