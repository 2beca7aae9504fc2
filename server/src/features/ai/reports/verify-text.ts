import { invalidField } from '../../../foundation/errors.ts';
import { type Db, sql } from '../../../platform/database/index.ts';
import { type ResponseMaterial, readStoredSources, type SourceFilter } from '../../evidence/index.ts';
import type { Citation } from '../../evidence/quotes/index.ts';
import { phrasesIn } from './phrases.ts';
import type { QuotedSegments } from './quotations/schema.ts';
import type { ReportRow } from './store.ts';
import { type ReportThreads, ReportTooLarge } from './threads/report-threads.ts';

/** Limit of the stored source material for the verification of an edit: ten times the longest transcript. */
const sourceCharactersMax = 250_000_000;

/** What the author of a text says about its quotations. */
export interface Quoted {
  /** The citations that the text may refer to. */
  known: Citation[];
  /** The segments of new quotations. */
  named: QuotedSegments[];
}

/**
 * Verifies the quotations that a person wrote. A generated report quotes the material that it was written from, and what a
 * person has added to it; a report by hand, any file and response of its project.
 */
export async function verifyText(
  threads: ReportThreads,
  db: Db,
  material: ResponseMaterial,
  report: ReportRow,
  { known, named }: Quoted,
  field: 'summary' | 'body_markdown',
) {
  const { project_id, file_ids, response_ids, language } = report;
  const filter: SourceFilter =
    report.job_id === null
      ? { project_id, responses: { ids: 'all', material } }
      : {
          project_id,
          file_ids: [...new Set([...file_ids, ...(await filesOf(db, named))])],
          responses: { ids: response_ids, material },
        };
  const sources = await readStoredSources(db, filter, sourceCharactersMax);
  if (sources === 'too long')
    throw invalidField(field, 'The transcripts of this report are too long to verify its quotations.');
  const { marks, unverified } = phrasesIn(language);
  const texts = [report.summary, report.body_markdown];
  const namedSegments = Object.fromEntries(named.map((one) => [one.citation_id, one.segment_ids]));
  const task = { texts, sources, known, namedSegments, byPerson: true, marks, unverified };
  const verified = await threads.verify(report.workspace_id, task).catch(refuseTooLarge(field));
  const [summary = '', body_markdown = ''] = verified.texts;
  return { summary, body_markdown, citations: verified.citations };
}

/** Segments of other projects are not in the material that is read. */
async function filesOf(db: Db, named: QuotedSegments[]): Promise<string[]> {
  if (named.length === 0) return [];
  const ids = named.flatMap(({ segment_ids }) => segment_ids);
  const rows = await db.query<{ file_id: string }>(
    sql`select distinct file_id from segments where id = any(${ids}::text[])`,
  );
  return rows.map(({ file_id }) => file_id);
}

export const refuseTooLarge = (field: string) => (error: unknown) => {
  throw error instanceof ReportTooLarge ? invalidField(field, error.message) : error;
};

type Sourced = Pick<ReportRow, 'job_id' | 'citations' | 'file_ids' | 'response_ids'>;

/** The report with its material: what it was written from, and what it quotes. */
export function withSources<T extends Sourced>(report: T): T {
  const cited = citedSources(report.citations);
  if (report.job_id === null) return { ...report, ...cited };
  return {
    ...report,
    file_ids: [...new Set([...report.file_ids, ...cited.file_ids])],
    response_ids: [...new Set([...report.response_ids, ...cited.response_ids])],
  };
}

export const citedSources = (citations: Citation[]) => ({
  file_ids: idsIn(citations, 'file_id'),
  response_ids: idsIn(citations, 'response_id'),
});

const idsIn = (citations: Citation[], key: 'file_id' | 'response_id') => [
  ...new Set(citations.map((citation) => citation[key]).filter((id) => id !== null)),
];
