import {
  createWasSaid,
  removedText,
  removeNames,
  removeShortened,
  type WasSaid,
} from '../../platform/word-removal/index.ts';
import type { ErasedSources } from '../text-table.ts';
import { attributionOf, type Citation, citationsIn } from './quotes/citation.ts';
import { redactHeadings, redactTableRows } from './redact-headings.ts';

/**
 * Removes what Markdown texts with citations quote from erased sources, with the names in the attributions. `madeFromErased`:
 * the texts were made from an erased source, even if they do not cite it.
 */
export function redactCitations<C extends Pick<Citation, 'id' | 'file_id' | 'response_id' | 'quote'>>(
  texts: string[],
  citations: C[],
  erased: ErasedSources,
  madeFromErased = false,
): { texts: string[]; citations: C[] } {
  const { fileIds, responseIds, remove } = erased;
  const gone = citations.filter(
    ({ file_id, response_id }) =>
      (file_id !== null && fileIds.has(file_id)) || (response_id !== null && responseIds.has(response_id)),
  );
  return {
    texts:
      madeFromErased || gone.length > 0
        ? redactTexts(texts, citations, gone, erased)
        : texts.map((text) => remove(text)),
    citations: citations.map((citation) =>
      gone.includes(citation)
        ? {
            ...citation,
            quote: removedText,
            speaker: null,
            source_deleted: true,
            ...('file_name' in citation ? { file_name: null } : {}),
          }
        : withoutNames(citation, remove),
    ),
  };
}

/** A citation of another source. It loses its speaker and its file name if they name the person. */
function withoutNames<C extends { quote: string; speaker?: string | null; file_name?: string | null }>(
  citation: C,
  remove: (text: string) => string,
): C {
  const unlessNamed = (name: string | null) => (name !== null && remove(name) !== name ? null : name);
  return {
    ...citation,
    quote: remove(citation.quote),
    ...(citation.speaker === undefined ? {} : { speaker: unlessNamed(citation.speaker) }),
    ...(citation.file_name === undefined ? {} : { file_name: unlessNamed(citation.file_name) }),
  };
}

type Cited = Pick<Citation, 'id' | 'quote'>;

function redactTexts(texts: string[], citations: Cited[], gone: Cited[], erased: ErasedSources): string[] {
  const { remove, wasSaid } = erased;
  const goneIds = new Set(gone.map(({ id }) => id));
  const fresh = gone.filter(({ quote }) => quote !== removedText);
  const longQuotes = fresh.map(({ quote }) => quote).filter((quote) => wordCount(quote) >= 3);
  const isTheme = createIsTheme(
    wasSaid,
    citations.filter(({ id }) => !goneIds.has(id)),
  );
  const withoutHeadings = texts.map((text) => redactHeadings(text, goneIds, isTheme));
  const names = [...erased.names, ...withoutHeadings.flatMap(({ removed }) => removed)];
  // Short quotations and attributions are removed only where the citation itself is.
  const inBlock = (block: string) => {
    const ids = citationsIn(block);
    const own = fresh.filter(({ id }) => ids.includes(id));
    const kept = citations.filter(({ id }) => ids.includes(id) && !goneIds.has(id));
    const quotes = [...longQuotes, ...own.flatMap((c) => [c.quote, attributionOf(c as Citation)])];
    const wasKept = createWasSaid(kept.map(({ quote }) => quote));
    const citesOnlyErased = ids.length > 0 && ids.every((id) => goneIds.has(id));
    const isErased = (quotation: string) =>
      citesOnlyErased ||
      fragmentsOf(quotation).every(([text, isCut]) => wasSaid(text, isCut) && !wasKept(text, isCut));
    const withoutQuotes = removeQuotations(remove(removeAttributions(block, goneIds), quotes), isErased);
    return removeNames(removeShortened(withoutQuotes, wasSaid), names, erased.others);
  };
  return withoutHeadings.map(({ text }) =>
    redactTableRows(
      text
        .split(/(\n[ \t]*\n)/)
        .map((part) => (part.trim() === '' ? part : inBlock(part)))
        .join(''),
    ),
  );
}

/**
 * Whether a heading is a theme of the person: several words that the person said, and that no remaining quotation has. One
 * word, such as “Summary”, says nothing about who used it.
 */
function createIsTheme(wasSaid: WasSaid, kept: Cited[]): (title: string) => boolean {
  const hasAll = (said: WasSaid, words: string[]) => words.length > 1 && words.every((word) => said(word));
  const keptSaid = kept.map(({ quote }) => createWasSaid([quote]));
  return (title) => {
    const words = title.match(/[\p{L}\p{N}]+/gu) ?? [];
    return hasAll(wasSaid, words) && !keptSaid.some((said) => hasAll(said, words));
  };
}

/** `> — Mina, Talk 1, 5:12 [cit_1]` */
const removeAttributions = (block: string, goneIds: ReadonlySet<string>) =>
  block.replace(
    /^([ \t>]*(?:—|–|--)[ \t]*)\S.*?(?<![ \t])([ \t]*\[(cit_\d{1,6})\][ \t]*)$/gm,
    (line, dash: string, mark: string, id: string) =>
      goneIds.has(id) ? `${dash}${removedText}${mark}` : line,
  );

const quotations = /“[^“”]+”|„[^„“”]+[“”]|«[^«»]+»|»[^«»]+«|「[^「」]+」|"[^"\n]+"/g;

const removeQuotations = (text: string, isErased: (quotation: string) => boolean) =>
  text.replace(quotations, (whole) => {
    const inner = whole.slice(1, -1);
    const isEmpty = wordCount(inner.replaceAll(removedText, '')) === 0;
    if (isEmpty || !isErased(inner)) return whole;
    const [before] = /^\s*/.exec(inner) ?? [''];
    const [after] = /(?<![\s.,;:!?…])[\s.,;:!?…]*$/.exec(inner) ?? [''];
    return `${whole[0]}${before}${removedText}${after}${whole.at(-1)}`;
  });

/** The parts of a shortened quotation, each with whether it is followed by “…”. */
function fragmentsOf(quotation: string): [string, boolean][] {
  const parts = quotation.replaceAll(removedText, '…').split(/\[?…\]?|\.{3}/);
  return parts
    .map((text, at): [string, boolean] => [text, at < parts.length - 1])
    .filter(([text]) => wordCount(text) > 0);
}

const wordCount = (text: string) => text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
