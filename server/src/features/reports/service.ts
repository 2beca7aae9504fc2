import { randomBytes } from 'node:crypto';
import { invalid, invalidField, notFound } from '../../foundation/errors.ts';
import type { Principal } from '../../foundation/principal.ts';
import { type Db, type Sql, sql } from '../../platform/database/index.ts';
import { createJob, type JobDeps, type JobRow } from '../jobs/index.ts';
import { type Caller, getProjectForWrite, type Need, requireAccess } from '../projects/index.ts';
import { type Reference, requireReferences } from '../tags/index.ts';
import { phrasesIn } from './extractive/phrases.ts';
import { listCandidates, readMaterial } from './material.ts';
import { createLibrary } from './quotes/library.ts';
import { settle } from './quotes/settle.ts';
import type { NewReport, ReportChange } from './schema.ts';
import { deleteReport, findReport, type ReportRow, type ReportWithAccess, saveReport } from './store.ts';

/** `POST /v1/projects/{id}/reports`. */
export async function requestReport(
  jobs: JobDeps,
  { db, principal, now }: Caller,
  projectId: string,
  input: NewReport,
): Promise<JobRow> {
  return db.transaction(async (tx) => {
    await getProjectForWrite(tx, principal, projectId);
    const named = (field: 'file_ids' | 'response_ids' | 'tag_ids', kind: Reference['kind']): Reference[] =>
      (input[field] ?? []).map((id, i) => ({ field: `${field}.${i}`, kind, id }));
    await requireReferences(tx, projectId, [
      ...named('file_ids', 'file'),
      ...named('response_ids', 'response'),
      ...named('tag_ids', 'tag'),
    ]);
    await requireSomething(tx, projectId, input);
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

/** 422 when there is nothing to read (contract §6). */
async function requireSomething(tx: Db, projectId: string, input: NewReport): Promise<void> {
  const candidates = await listCandidates(tx, { ...input, project_id: projectId });
  if (candidates.some(({ readable }) => readable)) return;
  if (input.tag_ids?.length && candidates.some(({ transcribed }) => transcribed))
    throw invalidField('tag_ids', 'There is nothing to read: no passage carries one of these tags.');
  if (!input.file_ids)
    throw invalidField('file_ids', 'There is nothing to read: no file of this project has a transcript.');
  throw invalid(
    input.file_ids.map((_, i) => ({
      field: `file_ids.${i}`,
      message: 'has no transcript yet: there is nothing to read.',
    })),
  );
}

export async function getReport(
  db: Db,
  principal: Principal,
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

/** A person's version. Its quotations are looked up like those of a generated one. */
export async function changeReport(
  { db, principal, now }: Caller,
  reportId: string,
  change: ReportChange,
): Promise<ReportRow> {
  return db.transaction(async (tx) => {
    const before = await getReport(tx, principal, reportId, 'write', forChange);
    const wanted = { ...before, ...change };
    const same = (['title', 'summary', 'body_markdown'] as const).every((key) => wanted[key] === before[key]);
    // A change that changes nothing is no news for whoever asks for `updated_since`.
    if (same) return before;
    const after: ReportRow = { ...wanted, status: 'edited', updated_at: now };
    if (wanted.summary !== before.summary || wanted.body_markdown !== before.body_markdown)
      Object.assign(after, await settleEdit(tx, wanted));
    await saveReport(tx, after);
    return after;
  });
}

async function settleEdit(tx: Db, report: ReportRow) {
  const { project_id, file_ids, language } = report;
  const { sources } = await readMaterial(tx, { project_id, file_ids }, Number.POSITIVE_INFINITY);
  const { marks, unverified } = phrasesIn(language);
  const { texts, citations } = settle([report.summary, report.body_markdown], {
    library: createLibrary(sources),
    known: report.citations,
    claims: {},
    byPerson: true,
    marks,
    unverified,
  });
  const [summary = '', body_markdown = ''] = texts;
  return { summary, body_markdown, citations };
}

export async function removeReport({ db, principal }: Caller, reportId: string): Promise<void> {
  await db.transaction(async (tx) => {
    // The report before the project in which it is counted: the order of a file that goes and marks its citations.
    await getReport(tx, principal, reportId, 'write', sql`for update of r`);
    await deleteReport(tx, reportId);
  });
}

/** Shared by an address that nobody can guess; shared again, it has the same one. */
export async function shareReport({ db, principal, now }: Caller, reportId: string): Promise<ReportRow> {
  return db.transaction(async (tx) => {
    const report = await getReport(tx, principal, reportId, 'write', forChange);
    if (report.share_token) return report;
    const shared = { ...report, share_token: randomBytes(24).toString('base64url'), updated_at: now };
    await saveReport(tx, shared);
    return shared;
  });
}

export async function unshareReport({ db, principal, now }: Caller, reportId: string): Promise<ReportRow> {
  return db.transaction(async (tx) => {
    const report = await getReport(tx, principal, reportId, 'write', forChange);
    if (!report.share_token) return report;
    const unshared = { ...report, share_token: null, updated_at: now };
    await saveReport(tx, unshared);
    return unshared;
  });
}
