// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import type { ReactNode } from 'react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { ReportJob } from '../../data/report-jobs.ts';
import type { ListedReport } from '../../data/report-list.ts';
import { ToastProvider } from '../../ui/toast.tsx';
import { UndoProvider } from '../../ui/undo.tsx';
import { rememberedRequest, rememberRequest } from './remembered-requests.ts';
import { useReportActions } from './use-report-actions.ts';
import { WritingReports } from './writing-reports.tsx';

const server = setupServer();
beforeAll(() => server.listen());
afterAll(() => server.close());
beforeEach(() => sessionStorage.clear());
afterEach(() => {
  cleanup();
  server.resetHandlers();
});

/** Messages load after the page. */
const wait = { timeout: 10_000 };

function show(page: () => ReactNode) {
  const root = createRootRoute();
  const routeTree = root.addChildren([
    createRoute({ getParentRoute: () => root, path: '/', component: page }),
    createRoute({
      getParentRoute: () => root,
      path: '/projects/$projectId/reports/$reportId',
      component: () => 'The report is open.',
    }),
  ]);
  const router = createRouter({ routeTree, history: createMemoryHistory() });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <ToastProvider>
        <UndoProvider page="reports">
          <RouterProvider router={router as never} />
        </UndoProvider>
      </ToastProvider>
    </QueryClientProvider>,
  );
  return router;
}

const listed = { id: 'rep_1', project_id: 'prj_1', title: 'Slots', share_url: null } as ListedReport;
const text = {
  summary: 'They come too late.',
  body_markdown: '## Slots\n\nToo late.',
  template: null,
  language: 'en',
};

const Actions = () => {
  const { remove } = useReportActions('prj_1');
  return (
    <button type="button" onClick={() => void remove(listed)}>
      Delete
    </button>
  );
};

test('a deleted report is created again with its text by Undo, and the message says what is lost', async () => {
  const log: unknown[] = [];
  server.use(
    http.get('*/app/v1/reports/rep_1', () => HttpResponse.json({ data: { ...listed, ...text } })),
    http.delete('*/app/v1/reports/:id', ({ params }) => {
      log.push(['deleted', params.id]);
      return HttpResponse.json({ data: { id: params.id, deleted: true } });
    }),
    http.post('*/app/v1/projects/prj_1/reports', async ({ request }) => {
      log.push(await request.json());
      return HttpResponse.json({ data: { ...listed, ...text, id: 'rep_2' } }, { status: 201 });
    }),
  );
  show(Actions);
  fireEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }, wait));
  await screen.findByText('“Slots” is back, without its earlier versions and its public link.', {}, wait);
  expect(log).toEqual([
    ['deleted', 'rep_1'],
    { title: 'Slots', summary: text.summary, body_markdown: text.body_markdown, language: 'en' },
  ]);
}, 20_000);

test('a report that cannot be read is not deleted, and the message says why', async () => {
  const onDelete = vi.fn();
  server.use(
    http.get('*/app/v1/reports/rep_1', () =>
      HttpResponse.json(
        { error: { code: 'not_found', message: 'Report not found.', details: [] } },
        { status: 404 },
      ),
    ),
    http.delete('*/app/v1/reports/:id', onDelete),
  );
  show(Actions);
  fireEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  await screen.findByText('The report was not deleted. Report not found.', {}, wait);
  expect(onDelete).not.toHaveBeenCalled();
}, 20_000);

const job = (over: Partial<ReportJob>): ReportJob =>
  ({
    id: 'job_1',
    type: 'report',
    status: 'running',
    progress: 40,
    retry: null,
    error: null,
    result: null,
    ...over,
  }) as ReportJob;
const serveJobs = (...answers: ReportJob[][]) => {
  let at = 0;
  server.use(
    http.get('*/app/v1/jobs', () => HttpResponse.json({ data: answers[Math.min(at++, answers.length - 1)] })),
  );
};
const request = { prompt: 'What stops people?', template: 'summary', tag_ids: ['tag_1'] } as const;
const Writing = () => <WritingReports projectId="prj_1" mayWrite mayOpen onChange={() => {}} />;

test('a report that this tab asked for opens when it is written', async () => {
  rememberRequest('job_1', 'prj_1', { ...request, tag_ids: ['tag_1'] });
  serveJobs([job({})], [job({ status: 'succeeded', result: { report_id: 'rep_9' } as ReportJob['result'] })]);
  const router = show(Writing);
  await screen.findByText('What stops people?');
  await screen.findByText('The report is open.', {}, wait);
  expect(router.state.location.pathname).toBe('/projects/prj_1/reports/rep_9');
}, 20_000);

test('a failed report says why, and is requested again with the same question and scope', async () => {
  rememberRequest('job_1', 'prj_1', { ...request, tag_ids: ['tag_1'] });
  const error = {
    code: 'provider_unavailable',
    message: 'The model does not respond.',
  } as ReportJob['error'];
  serveJobs([job({ status: 'failed', error })]);
  const sent: unknown[] = [];
  server.use(
    http.post('*/app/v1/projects/prj_1/reports', async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ data: job({ id: 'job_2' }) }, { status: 202 });
    }),
  );
  show(Writing);
  await screen.findByText('The model does not respond.');
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('progressbar', { name: 'What stops people?' });
  expect(sent).toEqual([request]);
  expect(screen.queryByText('The model does not respond.')).toBeNull();
  expect(rememberedRequest('job_2')).toEqual(request);
});

test('failures that this tab did not wait for, and canceled ones, are not shown', async () => {
  rememberRequest('job_3', 'prj_1', { ...request, tag_ids: ['tag_1'] });
  const canceled = { code: 'canceled', message: 'It was canceled.' } as ReportJob['error'];
  serveJobs([
    job({
      id: 'job_2',
      status: 'failed',
      error: { code: 'internal', message: 'Old.' } as ReportJob['error'],
    }),
    job({ id: 'job_3', status: 'failed', error: canceled }),
    job({ id: 'job_4' }),
  ]);
  show(Writing);
  await screen.findByRole('progressbar', { name: 'A report' });
  expect(screen.queryByRole('alert')).toBeNull();
});
