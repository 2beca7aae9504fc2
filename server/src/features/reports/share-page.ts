import type { FastifyInstance } from 'fastify';
import { notFound } from '../../foundation/errors.ts';
import type { Db } from '../../platform/database/index.ts';
import { findSharedReport } from './store.ts';
import type { ReportThreads } from './threads/report-threads.ts';

/** What whoever has the link of a shared report sees; nothing of it needs an account. */
export function mountSharedReports(
  app: FastifyInstance,
  { db, threads }: { db: Db; threads: ReportThreads },
): void {
  app.get('/s/reports/:token', async (request, reply) => {
    const { token } = request.params as { token: string };
    const report = /^[\w-]{32}$/.test(token) ? await findSharedReport(db, token) : undefined;
    if (!report) throw notFound('Report');
    const page = await threads.page(report);
    return reply
      .type('text/html; charset=utf-8')
      .headers({
        'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'",
        'X-Robots-Tag': 'noindex',
      })
      .send(page);
  });
}
