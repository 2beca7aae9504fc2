import { sql } from '../../../platform/database/index.ts';
import { removedText } from '../../../platform/word-removal/index.ts';
import type { ErasedSources, TextTable } from '../../text-table.ts';
import type { CardRow, Evidence } from './card-store.ts';

type CardTexts = Pick<CardRow, 'title' | 'body' | 'evidence'>;

/** Titles, bodies and quoted evidence. */
export const cardTexts: TextTable<CardTexts> = {
  table: 'cards',
  key: ['id'],
  ofProject: ({ id }) => sql`t.project_id = ${id}`,
  columns: { title: 'plain', body: 'markdown', evidence: 'json' },
  touches: ['version', 'updated_at'],
  countedAs: 'cards',
  rewrite(card, erased) {
    const quotes = card.evidence.flatMap((item) =>
      isErased(item, erased) && item.quote && item.quote !== removedText ? [item.quote] : [],
    );
    const remove = (text: string) => erased.remove(text, quotes.filter(isLongEnough));
    return {
      title: remove(card.title),
      body: card.body === null ? null : remove(card.body),
      evidence: card.evidence.map((item) => redactEvidence(item, erased)),
    };
  },
};

/** Evidence without a file can quote a written answer. */
const isErased = (item: Evidence, { fileIds, isQuote }: ErasedSources) =>
  item.file_id === null ? item.quote !== null && isQuote(item.quote) : fileIds.has(item.file_id);

function redactEvidence(item: Evidence, erased: ErasedSources): Evidence {
  if (isErased(item, erased)) {
    const quote = item.quote === null ? null : removedText;
    return { ...item, quote, speaker: null, past: [], source_deleted: true };
  }
  // The quote of a passage has the same characters as the transcript.
  const redact = item.file_id === null ? erased.remove : erased.mask;
  return {
    ...item,
    quote: item.quote === null ? null : redact(item.quote),
    speaker: item.speaker === null ? null : erased.remove(item.speaker),
  };
}

/** Fewer words, such as “no idea”, may stand in the text for another reason. The evidence itself is always redacted. */
const isLongEnough = (quote: string) => quote.trim().split(/\s+/).length >= 3;

export const laneTexts: TextTable = {
  table: 'lanes',
  key: ['id'],
  ofProject: ({ id }) => sql`t.project_id = ${id}`,
  columns: { name: 'plain' },
  touches: ['updated_at'],
};
