import { raw, sql } from '../../../platform/database/index.ts';
import { mapStrings, removedText } from '../../../platform/word-removal/index.ts';
import { isMadeFrom, redactCitations } from '../../evidence/index.ts';
import type { ErasedSources, RecordInEvent, TextTable } from '../../text-table.ts';
import type { ReportRow } from './store.ts';
import { citedSources } from './verify-text.ts';

type RevisionTexts = Pick<
  ReportRow,
  'title' | 'summary' | 'body_markdown' | 'citations' | 'file_ids' | 'response_ids'
>;
type ReportTexts = RevisionTexts & Pick<ReportRow, 'prompt' | 'skipped'>;

const isMadeFromErased = (
  { file_ids, response_ids }: Pick<ReportRow, 'file_ids' | 'response_ids'>,
  erased: ErasedSources,
) => file_ids.some((id) => erased.fileIds.has(id)) || response_ids.some((id) => erased.responseIds.has(id));

/** What reports quote from erased sources. */
export const reportTexts: TextTable<ReportTexts> = {
  table: 'reports',
  key: ['id'],
  ofProject: ({ id }) => sql`t.project_id = ${id}`,
  columns: {
    title: 'plain',
    prompt: 'plain',
    summary: 'markdown',
    body_markdown: 'markdown',
    citations: 'json',
    skipped: 'json',
  },
  reads: { file_ids: sql`t.file_ids`, response_ids: sql`t.response_ids` },
  touches: ['version', 'updated_at'],
  countedAs: 'reports',
  // Reports are long.
  pageSize: 20,
  rewrite(report, erased) {
    const { title, prompt, summary, body_markdown } = report;
    const redacted = redactCitations(
      [title, prompt ?? '', summary, body_markdown],
      report.citations,
      erased,
      isMadeFromErased(report, erased),
    );
    return {
      ...report,
      title: redacted.texts[0] ?? '',
      prompt: prompt === null ? null : (redacted.texts[1] ?? ''),
      summary: redacted.texts[2] ?? '',
      body_markdown: redacted.texts[3] ?? '',
      citations: redacted.citations,
      skipped: mapStrings(report.skipped, erased.remove),
    };
  },
};

const ofReport = (column: 'file_ids' | 'response_ids') =>
  sql`(select r.${raw(column)} from reports r where r.id = t.report_id)`;

/** The same in the history of the reports. */
export const revisionTexts: TextTable<RevisionTexts> = {
  table: 'report_revisions',
  key: ['report_id', 'revision'],
  ofProject: ({ id }) =>
    sql`exists (select 1 from reports r where r.id = t.report_id and r.project_id = ${id})`,
  columns: { title: 'plain', summary: 'markdown', body_markdown: 'markdown', citations: 'json' },
  reads: { file_ids: ofReport('file_ids'), response_ids: ofReport('response_ids') },
  // Reports are long.
  pageSize: 20,
  rewrite(revision, erased) {
    const { texts, citations } = redactCitations(
      [revision.title, revision.summary, revision.body_markdown],
      revision.citations,
      erased,
      // A report by hand names the material of its current text.
      isMadeFromErased(revision, erased) || isMadeFromErased(citedSources(revision.citations), erased),
    );
    const [title = '', summary = '', body_markdown = ''] = texts;
    return { ...revision, title, summary, body_markdown, citations };
  },
};

const removed = { title: removedText, prompt: removedText, summary: removedText };

/**
 * `report.generated` gets the texts of the redacted report if that was made from erased sources. The summary repeats headings of
 * the body, and only the body with its citations shows which of them are to be removed. The event has no body, so it loses all
 * its texts if the report no longer exists.
 */
export const reportInEvent: RecordInEvent = {
  current: sql`(
    select json_build_object('title', r.title, 'prompt', r.prompt, 'summary', r.summary) from reports r
     where r.id = convert_from(t.body, 'utf8')::json #>> '{data,id}')`,
  rewrite: (data, report, erased) =>
    isMadeFrom(data, erased) ? { ...data, ...((report as typeof removed | null) ?? removed) } : data,
};
