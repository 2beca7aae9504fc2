import type { FastifyInstance } from 'fastify';
import { escapeHtml } from '../../../foundation/html.ts';
import { sendDeadLink } from '../../../http/dead-link.ts';
import { publicPageHeaders } from '../../../http/public-page.ts';
import type { Db } from '../../../platform/database/index.ts';
import { isShareToken, type ShareLinks } from '../../../platform/secret-box/share-links.ts';
import { formatMoment } from '../../evidence/index.ts';
import type { Citation } from '../../evidence/quotes/index.ts';
import { listSharedClips, type SharedClipSpan } from '../../sources/clips/index.ts';
import { anyPlayMark, byMark } from './rendering/page.ts';
import { pageOf } from './service.ts';
import { findSharedReport, type ReportRow } from './store.ts';
import type { ReportThreads } from './threads/report-threads.ts';

interface ShareDeps {
  db: Db;
  threads: ReportThreads;
  links: ShareLinks;
}

/** The public page of a shared report. It needs no account. */
export function mountSharedReports(app: FastifyInstance, { db, threads, links }: ShareDeps): void {
  app.get('/s/reports/:token', async (request, reply) => {
    const { token } = request.params as { token: string };
    const report = isShareToken(token) ? await findSharedReport(db, token) : undefined;
    if (!report) return sendDeadLink(request, reply, 'Report');
    const [page, clips] = await Promise.all([
      pageOf(threads, report),
      listSharedClips(db, links, report.project_id),
    ]);
    const by = `<span class="by">${escapeHtml(report.workspace_name)}</span>`;
    return reply
      .type('text/html; charset=utf-8')
      .headers(publicPageHeaders)
      .send(
        withPlayLinks(
          page.replace(byMark, () => by),
          report,
          clips,
        ),
      );
  });
}

/**
 * A report shares its words, not its recordings. A citation plays only if someone shared a clip that contains its moment
 * (ADR 26).
 */
function withPlayLinks(page: string, { citations }: ReportRow, clips: SharedClipSpan[]): string {
  const clipsOf = Map.groupBy(clips, ({ file_id }) => file_id);
  const links = new Map(
    citations.map((citation) => [citation.id, playLink(citation, clipsOf.get(citation.file_id ?? '') ?? [])]),
  );
  // In one pass: anyone with the link can request the page, and it has up to 2,000 marks. As a function: a replacement text may
  // not contain `$`.
  return page.replace(anyPlayMark, (_, id: string) => links.get(id) ?? '');
}

function playLink({ start_seconds, end_seconds }: Citation, clips: SharedClipSpan[]): string {
  if (start_seconds === null) return '';
  const end = end_seconds ?? start_seconds;
  const clip = clips.find((c) => c.start_seconds <= start_seconds && c.end_seconds >= end);
  return clip ? ` · <a href="${escapeHtml(clip.path)}">Play ${formatMoment(start_seconds)}</a>` : '';
}
