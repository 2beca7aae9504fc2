import { notFound } from '../../../../foundation/errors.ts';
import type { Caller } from '../../../../http/route.ts';
import { markDeletedSources } from '../../../evidence/index.ts';
import type { ReportDeps } from '../deps.ts';
import { changeReport, getReport, type ReadRestored } from '../service.ts';
import type { ReportRow } from '../store.ts';
import { withSources } from '../verify-text.ts';
import type { ReportRevert } from './schema.ts';
import { findRevision } from './store.ts';

/**
 * A report as it was. Deleted sources are marked when a revision is read: a deletion that wrote to every revision of every
 * report would be slow.
 */
export async function getReportAt(
  { registered }: Pick<ReportDeps, 'registered'>,
  { db, principal }: Caller,
  reportId: string,
  revision: number,
): Promise<ReportRow> {
  const [report, old] = await Promise.all([
    getReport(db, principal, reportId),
    findRevision(db, reportId, revision),
  ]);
  // An erasure increases the version and adds no revision.
  if (revision === report.version) return report;
  if (!old) throw notFound('Revision');
  const { title, summary, body_markdown, action, created_at } = old;
  const citations = await markDeletedSources(db, report.project_id, old.citations, registered.sourceMaterial);
  const status = action === 'generate' ? 'ready' : 'edited';
  const text = { title, summary, body_markdown, citations };
  return withSources<ReportRow>({ ...report, ...text, status, version: revision, updated_at: created_at });
}

/** `POST /v1/reports/{id}/revert`: the old text becomes a new version, and its quotations are verified again. */
export async function revertReport(
  deps: Pick<ReportDeps, 'threads' | 'registered'>,
  caller: Caller,
  reportId: string,
  { revision, expected_version }: ReportRevert,
): Promise<ReportRow> {
  // It is read again when it is saved: an erasure may remove words from it during the verification.
  const read: ReadRestored = async (db, report, lock) => {
    const old = await findRevision(db, reportId, revision, lock);
    if (!old && revision !== report.version) throw notFound('Revision');
    const { title, summary, body_markdown, citations } = old ?? report;
    return { title, summary, body_markdown, citations };
  };
  return changeReport(deps, caller, reportId, { expected_version }, read);
}
