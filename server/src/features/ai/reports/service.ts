import { invalid, invalidField, notFound } from '../../../foundation/errors.ts';
import type { Researcher } from '../../../foundation/principal.ts';
import type { Caller } from '../../../http/route.ts';
import { type Db, type Sql, sql } from '../../../platform/database/index.ts';
import { type ShareLinks, unshared } from '../../../platform/secret-box/share-links.ts';
import { tagRecords } from '../../coding/tags/index.ts';
import {
  listCandidates,
  markDeletedSources,
  readStoredSources,
  responseRecords,
  type SourceFilter,
} from '../../evidence/index.ts';
import { createJob, type JobQueue, type JobRow } from '../../jobs/index.ts';
import {
  getProjectForWrite,
  type Need,
  type ProjectRecords,
  type Reference,
  requireAccess,
  requireReferences,
} from '../../projects/index.ts';
import { fileRecords } from '../../sources/files/index.ts';
import type { ExportFormat } from './export.ts';
import { phrasesIn } from './phrases.ts';
import type { NewReport, ReportChange } from './schema.ts';
import { deleteReport, findReport, type ReportRow, type ReportWithAccess, saveReport } from './store.ts';
import { type ReportThreads, ReportTooLarge } from './threads/report-threads.ts';

/** `POST /v1/projects/{id}/reports`. */
export async function requestReport(
  jobs: JobQueue,
  { db, principal, now }: Caller,
  projectId: string,
  input: NewReport,
): Promise<JobRow> {
  return db.transaction(async (tx) => {
    await getProjectForWrite(tx, principal, projectId);
    const named = (field: 'file_ids' | 'response_ids' | 'tag_ids', records: ProjectRecords): Reference[] =>
      (input[field] ?? []).map((id, i) => ({ field: `${field}.${i}`, records, id }));
    await requireReferences(tx, projectId, [
      ...named('file_ids', fileRecords),
      ...named('response_ids', responseRecords),
      ...named('tag_ids', tagRecords),
    ]);
    await requireSourceMaterial(tx, projectId, input);
    return createJob(
      jobs,
      tx,
      {
        type: 'report',
        workspace_id: principal.workspace_id,
        plan: principal.plan,
        project_id: projectId,
        input: { ...input },
        credit: { name: 'ai_jobs', amount: 1 },
        created_by: principal.user_id,
      },
      now,
    );
  });
}

/**
 * Without a choice, a report reads every file and every response of the project. Choosing some leaves out the others. An
 * empty list of responses leaves out the responses only: v1 has always accepted it.
 */
export function chosenSources({
  file_ids,
  response_ids,
  tag_ids,
}: NewReport): Omit<SourceFilter, 'project_id'> {
  const files = file_ids ?? (response_ids?.length ? [] : undefined);
  return {
    ...(files ? { file_ids: files } : {}),
    response_ids: response_ids ?? (file_ids ? [] : 'all'),
    ...(tag_ids ? { tag_ids } : {}),
  };
}

/** 422 when there is nothing to read (spec §6.4). */
async function requireSourceMaterial(tx: Db, projectId: string, input: NewReport): Promise<void> {
  const candidates = await listCandidates(tx, { project_id: projectId, ...chosenSources(input) });
  if (candidates.some(({ readable }) => readable)) return;
  if (input.tag_ids?.length && candidates.some(({ transcribed }) => transcribed))
    throw invalidField('tag_ids', 'There is nothing to read: no passage has one of these tags.');
  if (!input.file_ids && !input.response_ids?.length)
    throw invalidField(
      'file_ids',
      'There is nothing to read: no file of this project has a transcript, and no response has an answer.',
    );
  throw invalid([
    ...(input.file_ids ?? []).map((_, i) => ({
      field: `file_ids.${i}`,
      message: 'has no transcript yet: there is nothing to read.',
    })),
    ...(input.response_ids ?? []).map((_, i) => ({
      field: `response_ids.${i}`,
      message: 'has no answer: there is nothing to read.',
    })),
  ]);
}

export async function getReport(
  db: Db,
  principal: Researcher,
  reportId: string,
  need: Need = 'read',
  lock: Sql = sql``,
): Promise<ReportWithAccess> {
  const report = await findReport(db, principal, reportId, lock);
  if (!report) throw notFound('Report');
  requireAccess(report, principal, need);
  return report;
}

const forChange = sql`for no key update of r for key share of p`;

/**
 * Saves an edit by a user. Its quotations are verified like those of a generated report, outside the transaction, because
 * that can take seconds. If another request changes the report at the same time, verification starts again.
 */
export async function changeReport(
  threads: ReportThreads,
  caller: Caller,
  reportId: string,
  change: ReportChange,
): Promise<ReportRow> {
  const { db, principal, now } = caller;
  for (let attempt = 0; attempt < changeAttemptsMax; attempt++) {
    const before = await getReport(db, principal, reportId, 'write');
    const verified = await verifyChange(threads, db, before, change);
    const changed = await db.transaction(async (tx) => {
      if (verified) verified.citations = await markDeletedSources(tx, before.project_id, verified.citations);
      const current = await getReport(tx, principal, reportId, 'write', forChange);
      if (verified && !hasSameText(before, current)) return undefined;
      const merged = { ...current, ...change, ...verified };
      const isUnchanged = (['title', 'summary', 'body_markdown'] as const).every(
        (key) => (change[key] ?? current[key]) === current[key],
      );
      // A change without effect must not appear in `updated_since`.
      if (isUnchanged) return current;
      const after: ReportRow = { ...merged, status: 'edited', updated_at: now };
      await saveReport(tx, after);
      return after;
    });
    if (changed) return changed;
  }
  throw invalidField('body_markdown', 'Another user is editing this report. Try again in a moment.');
}

/** How often an edit is verified again because the report was changed at the same time. */
const changeAttemptsMax = 10;
/** Limit of the stored source material for the verification of an edit: ten times the longest transcript. */
const sourceCharactersMax = 250_000_000;

const hasSameText = (a: ReportRow, b: ReportRow) =>
  a.summary === b.summary &&
  a.body_markdown === b.body_markdown &&
  JSON.stringify(a.citations) === JSON.stringify(b.citations);

async function verifyChange(threads: ReportThreads, db: Db, before: ReportRow, change: ReportChange) {
  const {
    summary,
    body_markdown,
    project_id,
    file_ids,
    response_ids,
    language,
    citations: known,
  } = { ...before, ...change };
  if (summary === before.summary && body_markdown === before.body_markdown) return undefined;
  const field = change.body_markdown === undefined ? 'summary' : 'body_markdown';
  const sources = await readStoredSources(db, { project_id, file_ids, response_ids }, sourceCharactersMax);
  if (sources === 'too long')
    throw invalidField(field, 'The transcripts of this report are too long to verify its quotations.');
  const { marks, unverified } = phrasesIn(language);
  const texts = [summary, body_markdown];
  const task = { texts, sources, known, namedSegments: {}, byPerson: true, marks, unverified };
  const verified = await threads.verify(before.workspace_id, task).catch(refuseTooLarge(field));
  return {
    summary: verified.texts[0] ?? '',
    body_markdown: verified.texts[1] ?? '',
    citations: verified.citations,
  };
}

export async function exportOf(threads: ReportThreads, report: ReportRow, format: ExportFormat) {
  return threads.export(report, format).catch(refuseTooLarge('format'));
}

export async function pageOf(threads: ReportThreads, report: ReportRow): Promise<string> {
  return threads.page(report).catch(refuseTooLarge('report'));
}

const refuseTooLarge = (field: string) => (error: unknown) => {
  throw error instanceof ReportTooLarge ? invalidField(field, error.message) : error;
};

export async function removeReport({ db, principal }: Caller, reportId: string): Promise<void> {
  await db.transaction(async (tx) => {
    // Locks the report before the project that counts it, in the same order as the deletion of a file.
    await getReport(tx, principal, reportId, 'write', sql`for update of r`);
    await deleteReport(tx, reportId);
  });
}

/** Creates a link that cannot be guessed. Idempotent: a shared report keeps its link. */
export async function shareReport(
  links: ShareLinks,
  { db, principal, now }: Caller,
  reportId: string,
): Promise<ReportRow> {
  return db.transaction(async (tx) => {
    const report = await getReport(tx, principal, reportId, 'write', forChange);
    if (links.urlOf('reports', report)) return report;
    const shared = { ...report, ...links.issue(report.id), updated_at: now };
    await saveReport(tx, shared);
    return shared;
  });
}

export async function unshareReport({ db, principal, now }: Caller, reportId: string): Promise<ReportRow> {
  return db.transaction(async (tx) => {
    const report = await getReport(tx, principal, reportId, 'write', forChange);
    if (report.share_hash === null && report.share_token === null) return report;
    const revoked = { ...report, ...unshared, share_token: null, updated_at: now };
    await saveReport(tx, revoked);
    return revoked;
  });
}
