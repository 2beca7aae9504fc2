import { newId } from '../../../../foundation/ids.ts';
import type { Caller } from '../../../../http/route.ts';
import { unshared } from '../../../../platform/secret-box/share-links.ts';
import { markDeletedSources } from '../../../evidence/index.ts';
import { getProjectForAddition, getProjectForRead, requireAccess } from '../../../projects/index.ts';
import type { ReportDeps } from '../deps.ts';
import { addRevision } from '../revisions/store.ts';
import { insertReport, type ReportRow } from '../store.ts';
import { titleFrom } from '../title.ts';
import { verifyText, withSources } from '../verify-text.ts';
import type { ReportByHand } from './new-report.ts';
import { outlineOf } from './outline.ts';

/** Creates a report by hand. Its quotations are verified like those of an edit, before the transaction. */
export async function createReportByHand(
  { threads, registered }: Pick<ReportDeps, 'threads' | 'registered'>,
  { db, principal, now }: Caller,
  projectId: string,
  input: ReportByHand,
): Promise<ReportRow> {
  const material = registered.sourceMaterial;
  requireAccess(await getProjectForRead(db, principal, projectId), principal, 'write');
  const { template = null, language = null, summary = '' } = input;
  const isEmpty = input.body_markdown.trim() === '';
  const body_markdown = isEmpty && template ? outlineOf(template, language) : input.body_markdown;
  const report: ReportRow = {
    id: newId('report', now.getTime()),
    workspace_id: principal.workspace_id,
    project_id: projectId,
    title: input.title ?? titleOf(input.body_markdown),
    prompt: null,
    template,
    status: 'edited',
    summary,
    body_markdown,
    citations: [],
    file_ids: [],
    response_ids: [],
    skipped: [],
    language,
    model: null,
    job_id: null,
    version: 1,
    ...unshared,
    created_by: principal.user_id,
    created_at: now,
    updated_at: now,
  };
  const quoted = { known: [], named: [] };
  const verified = await verifyText(threads, db, material, report, quoted, 'body_markdown');
  return db.transaction(async (tx) => {
    await getProjectForAddition(tx, principal, projectId);
    const citations = await markDeletedSources(tx, projectId, verified.citations, material);
    const created = withSources({ ...report, ...verified, citations });
    await insertReport(tx, created);
    await addRevision(tx, created, 'create', principal.user_id);
    return created;
  });
}

/** The first line of the text that has a word, without Markdown. */
function titleOf(body: string): string {
  const line =
    body
      .slice(0, 2_000)
      .split('\n')
      .find((text) => /[\p{L}\p{N}]/u.test(text)) ?? '';
  return titleFrom(line.replace(/^[\s#>*+-]+/, '').replace(/[*_`]+/g, '')) || 'Untitled report';
}
