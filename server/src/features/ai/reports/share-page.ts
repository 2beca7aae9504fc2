import type { FastifyInstance } from 'fastify';
import { sendDeadLink } from '../../../http/dead-link.ts';
import type { Db } from '../../../platform/database/index.ts';
import { isShareToken } from '../../../platform/secret-box/share-links.ts';
import { pageOf } from './service.ts';
import { findSharedReport } from './store.ts';
import type { ReportThreads } from './threads/report-threads.ts';

/** The public page of a shared report. It needs no account. */
export function mountSharedReports(
  app: FastifyInstance,
  { db, threads }: { db: Db; threads: ReportThreads },
): void {
  app.get('/s/reports/:token', async (request, reply) => {
    const { token } = request.params as { token: string };
    const report = isShareToken(token) ? await findSharedReport(db, token) : undefined;
    if (!report) return sendDeadLink(request, reply, 'Report');
    const page = await pageOf(threads, report);
    return reply
      .type('text/html; charset=utf-8')
      .headers({
        'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'",
        'Cache-Control': 'private, no-cache',
        'X-Robots-Tag': 'noindex',
      })
      .send(page);
  });
}
