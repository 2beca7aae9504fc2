// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type Chat, chatsQuery, type Message, messagesQuery } from '../../data/chats.ts';
import { type Me, meQuery } from '../../data/me.ts';
import { type Project, projectQuery } from '../../data/projects.ts';
import { workspaceQuery } from '../../data/workspace.ts';
import { closeAskPanel, showInAskPanel } from '../../lib/ask-panel.ts';
import { ToastProvider } from '../../ui/toast.tsx';
import { UndoProvider } from '../../ui/undo.tsx';
import { AskBeside, AskButton } from './index.ts';

const server = setupServer(
  http.get('*/app/v1/projects/prj_1/chat/people', () => HttpResponse.json({ data: { people: [] } })),
  http.get('*/app/v1/*', () => HttpResponse.json({ data: [], meta: { next_cursor: null } })),
);
/** The browser's, which this environment does not have: a stream on which nothing arrives. */
class SilentStream extends EventTarget {
  close() {}
}
beforeAll(() => {
  vi.stubGlobal('EventSource', SilentStream);
  vi.stubGlobal('matchMedia', () => wide);
  server.listen();
});
afterAll(() => server.close());
afterEach(() => {
  cleanup();
  act(() => {
    showInAskPanel(undefined);
    closeAskPanel();
  });
  server.resetHandlers();
});

/** The panel loads after the page. */
const wait = { timeout: 10_000 };
/** A window that is wide enough to show the panel next to the page. */
const wide = { matches: true, addEventListener() {}, removeEventListener() {} };
const ben = '/projects/prj_1/files/fil_ben';
const ana = '/projects/prj_1/files/fil_ana';

async function openAt(path: string, { role = 'owner' }: { role?: string } = {}) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
  client.setQueryData(meQuery.queryKey, { id: 'usr_1', role } as Me);
  client.setQueryData(projectQuery('prj_1').queryKey, { id: 'prj_1', test_count: 0 } as Project);
  client.setQueryData(workspaceQuery.queryKey, { ai: { provider: 'embedded' } } as never);
  client.setQueryData(chatsQuery('prj_1').queryKey, {
    pages: [
      {
        data: [
          { id: 'chat_1', title: 'Why so late?', question_count: 1, updated_at: new Date().toISOString() },
        ] as Chat[],
        meta: { next_cursor: null },
      },
    ],
    pageParams: [undefined],
  } as never);
  client.setQueryData(messagesQuery('chat_1').queryKey, {
    pages: [{ data: [waiting], meta: { next_cursor: null } }],
    pageParams: [undefined],
  } as never);
  const root = createRootRoute();
  const project = createRoute({
    getParentRoute: () => root,
    path: '/projects/$projectId',
    component: () => (
      <>
        <AskButton projectId="prj_1" />
        <button type="button">Share</button>
        <Outlet />
        <AskBeside projectId="prj_1" />
      </>
    ),
  });
  const pages = ['/', '/files/$fileId', '/ask', '/ask/$chatId'].map((page) =>
    createRoute({ getParentRoute: () => project, path: page, component: () => <h1>{page}</h1> }),
  );
  const router = createRouter({
    routeTree: root.addChildren([project.addChildren(pages)]),
    history: createMemoryHistory({ initialEntries: [path] }),
  });
  render(
    <QueryClientProvider client={client}>
      <ToastProvider>
        <UndoProvider page="file">
          <RouterProvider router={router as never} />
        </UndoProvider>
      </ToastProvider>
    </QueryClientProvider>,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Ask' }));
  await screen.findByRole('button', { name: 'Close' }, wait);
  return (to: string) => act(() => router.navigate({ to } as never));
}

/** A question whose answer is being written. */
const waiting = {
  id: 'msg_1',
  role: 'user',
  content: 'Why so late?',
  job_id: 'job_1',
  created_at: new Date().toISOString(),
  file_ids: [],
  tag_ids: [],
  people: [],
  test_ids: [],
} as unknown as Message;

test('the scope is the file of the page, and follows the page until someone chooses another one', async () => {
  const go = await openAt(ben);
  await screen.findByRole('button', { name: 'Remove This file' });
  await go('/projects/prj_1');
  await screen.findByRole('button', { name: 'All files' });
  await go(ana);
  await userEvent.click(await screen.findByRole('button', { name: 'Remove This file' }));
  await screen.findByRole('button', { name: 'All files' });
  await go(ben);
  expect(screen.queryByRole('button', { name: 'Remove This file' })).toBeNull();
});

test('a question goes with the file of the page, and its chat stays when the page changes', async () => {
  const asked = vi.fn();
  server.use(
    http.post('*/app/v1/projects/prj_1/chat', async ({ request }) => {
      asked(await request.json());
      return HttpResponse.json({ data: { id: 'job_1' } }, { status: 202 });
    }),
    http.get('*/app/v1/projects/prj_1/chats', () =>
      HttpResponse.json({ data: [{ id: 'chat_1', title: 'Why so late?' }], meta: { next_cursor: null } }),
    ),
    http.get('*/app/v1/chats/chat_1/messages', () =>
      HttpResponse.json({ data: [waiting], meta: { next_cursor: null } }),
    ),
  );
  const go = await openAt(ben);
  await userEvent.type(screen.getByLabelText('Your question'), 'Why so late?{Enter}');
  await screen.findByRole('heading', { level: 2, name: 'Why so late?' });
  await waitFor(() => expect(asked).toHaveBeenCalledWith({ message: 'Why so late?', file_ids: ['fil_ben'] }));
  await waitFor(() =>
    expect(screen.getByRole('link', { name: 'Open as a page' }).getAttribute('href')).toBe(
      '/projects/prj_1/ask/chat_1',
    ),
  );
  await go(ana);
  expect(screen.getAllByRole('heading', { level: 2, name: 'Why so late?' })).toHaveLength(1);
});

test('Escape goes back from the earlier questions, then stops the answer, then closes and returns the focus', async () => {
  const stopped = vi.fn();
  server.use(
    http.post('*/app/v1/chats/chat_1/stop', () => {
      stopped();
      return HttpResponse.json({ data: [] });
    }),
    http.get('*/app/v1/chats/chat_1/messages', () =>
      HttpResponse.json({
        data: stopped.mock.calls.length === 0 ? [waiting] : [],
        meta: { next_cursor: null },
      }),
    ),
  );
  await openAt('/projects/prj_1');
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  screen.getByRole('button', { name: 'Share' }).focus();
  await userEvent.keyboard('{Control>}j{/Control}');
  await userEvent.click(await screen.findByRole('button', { name: 'Earlier questions' }));
  await userEvent.click(screen.getByRole('button', { name: /Why so late/ }));
  await screen.findByRole('button', { name: 'Stop' });
  await userEvent.click(screen.getByRole('button', { name: 'Earlier questions' }));
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('button', { name: 'Back to the answers' })).toBeNull();
  expect(document.activeElement).toBe(screen.getByLabelText('Your question'));
  screen.getByRole('button', { name: 'New question' }).focus();
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(stopped).toHaveBeenCalledTimes(1));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull());
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Share' }));
});

test('the arrow up in an empty input brings back the last question', async () => {
  await openAt('/projects/prj_1');
  act(() => showInAskPanel('chat_1'));
  await screen.findByRole('heading', { level: 2, name: 'Why so late?' });
  await userEvent.type(screen.getByLabelText('Your question'), '{ArrowUp}');
  expect(screen.getByLabelText<HTMLTextAreaElement>('Your question').value).toBe('Why so late?');
});

test('the panel is hidden on the Ask page and shown again on the next page', async () => {
  const go = await openAt(ben);
  await go('/projects/prj_1/ask');
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Ask' })).toBeNull();
  await go(ana);
  await screen.findByRole('button', { name: 'Close' });
});

test('who may only read sees the answers of the team and no input', async () => {
  await openAt(ben, { role: 'viewer' });
  await screen.findByText(/You can read the answers of the team/);
  expect(screen.queryByLabelText('Your question')).toBeNull();
});
