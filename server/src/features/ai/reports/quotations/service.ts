import { invalidField } from '../../../../foundation/errors.ts';
import type { Caller } from '../../../../http/route.ts';
import type { Db } from '../../../../platform/database/index.ts';
import { type Citation, normaliseSpace } from '../../../evidence/quotes/index.ts';
import { type CurrentWords, findChangedWords, type PastQuote } from '../../../sources/transcripts/index.ts';
import { forChange, getReport } from '../service.ts';
import { type ReportRow, saveReport } from '../store.ts';
import type { Quotation } from './schema.ts';

/** Compares what a report quotes with the transcripts as they are now. */
export async function readQuotations(db: Db, report: ReportRow): Promise<Quotation[]> {
  const changes = await findChangedWords(db, report.citations.flatMap(toPastQuote));
  const changed = new Map(changes.map((change) => [change.id, change]));
  return report.citations.map((citation) => toQuotation(citation, changed.get(citation.id)));
}

/** Written answers and sources that were deleted do not change. */
function toPastQuote(citation: Citation): PastQuote[] {
  const { id, file_id, segment_id, start_seconds, end_seconds, quote, transcript_revision } = citation;
  if (!citation.verified || citation.source_deleted) return [];
  if (file_id === null || start_seconds === null || end_seconds === null || transcript_revision === null)
    return [];
  return [
    {
      id,
      file_id,
      segment_id,
      start_seconds,
      end_seconds,
      quote,
      revision: transcript_revision,
      since_revision: citation.kept_revision ?? transcript_revision,
    },
  ];
}

function toQuotation(citation: Citation, change: CurrentWords | undefined): Quotation {
  const none = { current_quote: null, segment_ids: [], changed_by: null, changed_at: null };
  const quotation = { citation_id: citation.id, ...none };
  if (citation.source_deleted) return { ...quotation, state: 'source_deleted' };
  if (!citation.verified) return { ...quotation, state: 'unverified' };
  if (!change) return { ...quotation, state: citation.kept_revision === undefined ? 'verified' : 'kept' };
  const { words, segment_ids, changed_by, changed_at } = change;
  if (words !== null && normaliseSpace(words) === normaliseSpace(citation.quote))
    return { ...quotation, state: 'verified' };
  return {
    citation_id: citation.id,
    state: 'changed',
    current_quote: words,
    segment_ids,
    changed_by,
    changed_at,
  };
}

/** The words stay as quoted until the transcript changes there again. The text is the same, so the version is, too. */
export async function keepQuotations(
  { db, principal, now }: Caller,
  reportId: string,
  citationIds: string[],
): Promise<ReportRow> {
  return db.transaction(async (tx) => {
    const report = await getReport(tx, principal, reportId, 'write', forChange);
    const wanted = new Set(citationIds);
    const known = new Set(report.citations.map(({ id }) => id));
    const missing = citationIds.findIndex((id) => !known.has(id));
    if (missing >= 0) throw invalidField(`citation_ids.${missing}`, 'is not a citation of this report.');
    const changes = await findChangedWords(
      tx,
      report.citations.filter(({ id }) => wanted.has(id)).flatMap(toPastQuote),
    );
    const revisions = new Map(changes.map(({ id, revision }) => [id, revision]));
    if (revisions.size === 0) return report;
    const citations = report.citations.map((citation) => {
      const revision = revisions.get(citation.id);
      return revision == null ? citation : { ...citation, kept_revision: revision };
    });
    const kept = { ...report, citations, updated_at: now };
    await saveReport(tx, kept);
    return kept;
  });
}
