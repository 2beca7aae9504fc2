import { isDeepStrictEqual } from 'node:util';
import { invalid, invalidField, notFound } from '../../../foundation/errors.ts';
import type { Researcher } from '../../../foundation/principal.ts';
import { requireVersion } from '../../../foundation/versions.ts';
import type { Caller } from '../../../http/route.ts';
import { type Db, type Sql, sql } from '../../../platform/database/index.ts';
import { type ShareLinks, unshare } from '../../../platform/secret-box/share-links.ts';
import {
  listCandidates,
  markDeletedSources,
  type ResponseMaterial,
  type SourceFilter,
} from '../../evidence/index.ts';
import { createJob, type JobRow } from '../../jobs/index.ts';
import {
  getProjectForWrite,
  lockProject,
  type Need,
  type ProjectRecords,
  type Reference,
  requireAccess,
  requireReferences,
} from '../../projects/index.ts';
import { fileRecords } from '../../sources/files/index.ts';
import { tagRecords } from '../../tags/index.ts';
import type { ReportDeps } from './deps.ts';
import type { ExportFormat } from './rendering/export.ts';
import { addRevision } from './revisions/store.ts';
import type { ReportChange, ReportRequest } from './schema.ts';
import { deleteReport, findReport, type ReportRow, type ReportWithAccess, saveReport } from './store.ts';
import type { ReportThreads } from './threads/report-threads.ts';
import { type Quoted, refuseTooLarge, verifyText, withSources } from './verify-text.ts';

/** `POST /v1/projects/{id}/reports`. */
export async function requestReport(
  { jobs, registered }: Pick<ReportDeps, 'jobs' | 'registered'>,
  { db, principal, now }: Caller,
  projectId: string,
  input: ReportRequest,
): Promise<JobRow> {
  return db.transaction(async (tx) => {
    await getProjectForWrite(tx, principal, projectId);
    const named = (field: 'file_ids' | 'response_ids' | 'tag_ids', records: ProjectRecords): Reference[] =>
      (input[field] ?? []).map((id, i) => ({ field: `${field}.${i}`, records, id }));
    await requireReferences(tx, projectId, [
      ...named('file_ids', fileRecords),
      ...named('response_ids', registered.recordsOf('response')),
      ...named('tag_ids', tagRecords),
    ]);
    await requireSourceMaterial(tx, registered.sourceMaterial, projectId, input);
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
export function chosenSources(
  material: ResponseMaterial,
  { file_ids, response_ids, tag_ids }: ReportRequest,
): Omit<SourceFilter, 'project_id'> {
  const files = file_ids ?? (response_ids?.length ? [] : undefined);
  return {
    ...(files ? { file_ids: files } : {}),
    responses: { ids: response_ids ?? (file_ids ? [] : 'all'), material },
    ...(tag_ids ? { tag_ids } : {}),
  };
}

/** 422 when there is nothing to read (spec §6.4). */
async function requireSourceMaterial(
  tx: Db,
  material: ResponseMaterial,
  projectId: string,
  input: ReportRequest,
): Promise<void> {
  const candidates = await listCandidates(tx, { project_id: projectId, ...chosenSources(material, input) });
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

export const forChange = sql`for no key update of r for key share of p`;

/** Reads the text that a revert restores, of this version of the report. */
export type ReadRestored = (
  db: Db,
  report: ReportRow,
  lock?: Sql,
) => Promise<Pick<ReportRow, 'title' | 'summary' | 'body_markdown' | 'citations'>>;

/**
 * Saves an edit by a user. Its quotations are verified like those of a generated report, outside the transaction, because
 * that can take seconds. If another request changes the report at the same time, verification starts again. A revert
 * gives the citations of the text that it restores.
 */
export async function changeReport(
  { threads, registered }: Pick<ReportDeps, 'threads' | 'registered'>,
  caller: Caller,
  reportId: string,
  { expected_version, quoted_segments = [], ...edited }: ReportChange,
  readRestored?: ReadRestored,
): Promise<ReportRow> {
  const { db, principal, now } = caller;
  const material = registered.sourceMaterial;
  for (let attempt = 0; attempt < changeAttemptsMax; attempt++) {
    const before = await getReport(db, principal, reportId, 'write');
    // Checked before the verification, which can take seconds, and again when no other request can change the report.
    requireVersion('report', before.version, expected_version);
    const restored = await readRestored?.(db, before);
    const { citations: known, ...change } = restored ?? { ...edited, citations: before.citations };
    const verified = await verifyChange(threads, db, material, before, change, {
      known,
      named: quoted_segments,
    });
    const changed = await db.transaction(async (tx) => {
      if (verified)
        verified.citations = await markDeletedSources(tx, before.project_id, verified.citations, material);
      const current = await getReport(tx, principal, reportId, 'write', forChange);
      requireVersion('report', current.version, expected_version);
      if (verified && !hasSameText(before, current)) return undefined;
      const restorable = await readRestored?.(tx, current, sql`for share`);
      if (!isDeepStrictEqual(restorable, restored)) return undefined;
      const merged = { ...current, ...change, ...verified };
      const isUnchanged = (['title', 'summary', 'body_markdown'] as const).every(
        (key) => (change[key] ?? current[key]) === current[key],
      );
      // A change without effect must not appear in `updated_since`.
      if (isUnchanged) return current;
      const after: ReportRow = {
        ...withSources(merged),
        status: 'edited',
        version: current.version + 1,
        updated_at: now,
      };
      await saveReport(tx, after);
      await addRevision(tx, after, readRestored ? 'revert' : 'edit', principal.user_id);
      return after;
    });
    if (changed) return changed;
  }
  throw invalidField('body_markdown', 'Another user is editing this report. Try again in a moment.');
}

/** How often an edit is verified again because the report was changed at the same time. */
const changeAttemptsMax = 10;

const hasSameText = (a: ReportRow, b: ReportRow) =>
  a.summary === b.summary &&
  a.body_markdown === b.body_markdown &&
  JSON.stringify(a.citations) === JSON.stringify(b.citations);

async function verifyChange(
  threads: ReportThreads,
  db: Db,
  material: ResponseMaterial,
  before: ReportRow,
  change: Omit<ReportChange, 'expected_version' | 'quoted_segments'>,
  quoted: Quoted,
) {
  const after = { ...before, ...change };
  if (after.summary === before.summary && after.body_markdown === before.body_markdown) return undefined;
  const field = change.body_markdown === undefined ? 'summary' : 'body_markdown';
  return verifyText(threads, db, material, after, quoted, field);
}

export async function exportOf(threads: ReportThreads, report: ReportRow, format: ExportFormat) {
  return threads.export(report, format).catch(refuseTooLarge('format'));
}

export async function pageOf(threads: ReportThreads, report: ReportRow): Promise<string> {
  return threads.page(report).catch(refuseTooLarge('report'));
}

export async function removeReport({ db, principal }: Caller, reportId: string): Promise<void> {
  await db.transaction(async (tx) => {
    await lockProject(tx, (await getReport(tx, principal, reportId, 'write')).project_id);
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
    if (report.share_hash) return report;
    const shared = links.share(report, now);
    await saveReport(tx, shared);
    return shared;
  });
}

export async function unshareReport({ db, principal, now }: Caller, reportId: string): Promise<ReportRow> {
  return db.transaction(async (tx) => {
    const report = await getReport(tx, principal, reportId, 'write', forChange);
    const revoked = unshare(report, now);
    if (revoked !== report) await saveReport(tx, revoked);
    return revoked;
  });
}
