import type { Citation } from './citation.ts';
import { type Library, normaliseSpace, type Place } from './library.ts';

/** The citations of one report while it is being settled. */
export interface CitationBook {
  /** Looks a quotation up, near the citation that it names if it names one. */
  cite(quote: string, id: string | undefined): Citation;
  /** The same for marks in running text: nothing for what is no quotation, `a name` for a few words that stand nowhere. */
  citeInline(words: string, id: string | undefined): Citation | 'a name' | undefined;
  /** A reference without a quotation. */
  keep(id: string): void;
  /** Those that were used, in their order. */
  citations(): Citation[];
}

export interface BookOptions {
  library: Library;
  /** What the report had before. */
  known: Citation[];
  /** Where quotations that were never looked up claim to stand. */
  claims: Record<string, string[]>;
  /** A person may put a name between marks; a model's marks are all taken for quotations. */
  byPerson: boolean;
}

/** More are not verified in one report: every one is looked up in the whole material. */
export const quotationsMax = 2_000;

export class TooManyQuotations extends Error {}

/** Fewer words between marks are as often the name of a button as something that was said. */
const wordsOfQuotation = 3;

export function createBook({ library, known, claims, byPerson }: BookOptions): CitationBook {
  const before = new Map(known.map((citation) => [citation.id, citation]));
  const used = new Map<string, Citation>();
  const lookedUp = new Set<string>();
  let highest = Math.max(0, ...[...before.keys(), ...Object.keys(claims)].map((id) => Number(id.slice(4))));

  const find = (quote: string, id: string | undefined): Place | undefined => {
    const old = id === undefined ? undefined : before.get(id);
    const segmentIds = (id && claims[id]) || (old?.segment_id ? [old.segment_id] : []);
    return library.find(quote, segmentIds);
  };
  const findOrTrimmed = (quote: string, id: string | undefined) => {
    if (lookedUp.add(quote).size > quotationsMax) throw new TooManyQuotations();
    return find(quote, id) ?? find(quote.replace(/[\s.,;:!?…]+$/u, ''), id);
  };

  function enter(quote: string, id: string | undefined, place: Place | undefined): Citation {
    const old = id === undefined ? undefined : before.get(id);
    const unchanged = old?.verified && normaliseSpace(old.quote) === normaliseSpace(quote);
    const entry = place ? fromPlace(place) : unchanged ? old : unfound(quote, old);
    const taken = id === undefined ? undefined : used.get(id);
    const free = id !== undefined && (!taken || taken.quote === entry.quote);
    const citation = { ...entry, id: free ? id : `cit_${++highest}` };
    used.set(citation.id, citation);
    return citation;
  }

  return {
    cite: (quote, id) => enter(quote, id, findOrTrimmed(quote, id)),
    citeInline(words, id) {
      const count = words.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
      if (count === 0) return undefined;
      const place = findOrTrimmed(words, id);
      if (place && (id !== undefined || count >= wordsOfQuotation)) return enter(words, id, place);
      if (count >= wordsOfQuotation) return enter(words, id, undefined);
      return place || byPerson ? undefined : 'a name';
    },
    keep(id) {
      const citation = before.get(id);
      if (citation && !used.has(id)) used.set(id, citation);
    },
    citations: () => [...used.values()].sort((a, b) => Number(a.id.slice(4)) - Number(b.id.slice(4))),
  };
}

function fromPlace({ source, first, last, quote }: Place): Omit<Citation, 'id'> {
  return {
    file_id: source.file_id,
    response_id: null,
    segment_id: first.id,
    start_seconds: first.start_seconds,
    end_seconds: last.end_seconds,
    speaker: first.speaker,
    quote,
    verified: true,
    transcript_revision: source.revision,
    source_deleted: false,
    file_name: source.name,
    page: source.time_basis === 'estimated' ? first.page : null,
  };
}

function unfound(quote: string, old: Citation | undefined): Omit<Citation, 'id'> {
  return {
    file_id: old?.file_id ?? null,
    response_id: null,
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

/** The citations that a text refers to, in the order of their first mention. */
export function citationsIn(text: string): string[] {
  return [...new Set([...text.matchAll(/(?<!\\)\[(cit_\d{1,6})\]/g)].map((match) => match[1] as string))];
}
