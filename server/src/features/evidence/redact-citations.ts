import { type RemoveWords, removedText } from '../../platform/word-removal/index.ts';
import { attributionOf, type Citation } from './quotes/citation.ts';

/** The sources that were erased, and the words that must not remain of them. */
export interface ErasedSources {
  fileIds: ReadonlySet<string>;
  responseIds: ReadonlySet<string>;
  remove: RemoveWords;
}

/** Removes what Markdown texts with citations quote from erased sources, with the names in the attributions. */
export function redactCitations(
  texts: string[],
  citations: Citation[],
  { fileIds, responseIds, remove }: ErasedSources,
): { texts: string[]; citations: Citation[] } {
  const erased = citations.filter(
    ({ file_id, response_id, quote }) =>
      quote !== removedText &&
      ((file_id !== null && fileIds.has(file_id)) || (response_id !== null && responseIds.has(response_id))),
  );
  const longQuotes = erased.map(({ quote }) => quote).filter((quote) => wordCount(quote) >= 3);
  // Short quotations and attributions are removed only where the citation itself is.
  const inBlock = (block: string) => {
    const cited = erased.filter(({ id }) => block.includes(`[${id}]`));
    return remove(block, [...longQuotes, ...cited.flatMap((c) => [c.quote, attributionOf(c)])]);
  };
  return {
    texts: texts.map((text) =>
      text
        .split(/(\n[ \t]*\n)/)
        .map((part) => (part.trim() === '' ? part : inBlock(part)))
        .join(''),
    ),
    citations: citations.map((citation) =>
      erased.includes(citation)
        ? { ...citation, quote: removedText, speaker: null, file_name: null, source_deleted: true }
        : { ...citation, quote: remove(citation.quote) },
    ),
  };
}

const wordCount = (text: string) => text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
