// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ToastProvider } from '../../ui/toast.tsx';
import { UndoProvider } from '../../ui/undo.tsx';
import { Comments, type CommentsProps } from './comments.tsx';

const ada = { id: 'usr_ada', name: 'Ada', email: 'ada@example.com', role: 'member' };
const mina = { id: 'usr_mina', name: 'Mina Haddad', email: 'mina@example.com', role: 'member' };
const outsider = { id: 'usr_out', name: 'Miro', email: 'miro@example.com', role: 'member' };
const project = { id: 'prj_1', owner_id: ada.id, visibility: 'private', member_ids: [mina.id] };

type Stored = Record<string, unknown> & { id: string; parent_id: string | null };
let stored: Stored[] = [];
let sent: string[] = [];
let refusal: object | undefined;

const comment = (id: string, body: string, fields: object = {}): Stored => ({
  id,
  project_id: 'prj_1',
  target_type: 'card',
  target_id: 'crd_1',
  anchor: null,
  body,
  mentions: [],
  parent_id: null,
  resolved_at: null,
  resolved_by: null,
  created_by: mina.id,
  created_at: '2026-11-01T10:00:00.000Z',
  updated_at: '2026-11-01T10:00:00.000Z',
  ...fields,
});
const json = (status: number, body: object) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
const page = (data: unknown[]) => json(200, { data, meta: { next_cursor: null } });

async function respond(input: Request): Promise<Response> {
  const path = new URL(input.url, 'http://parley').pathname.replace('/app/v1', '');
  const { method } = input;
  if (method === 'GET') {
    if (path === '/workspace/members') return page([ada, mina, outsider]);
    if (path === '/me') return json(200, { data: ada });
    if (path === '/projects/prj_1') return json(200, { data: project });
    return page(stored);
  }
  const text = await input.clone().text();
  sent.push(`${method} ${path} ${text}`.trim());
  if (refusal) return json(422, refusal);
  const [, , id, action] = path.split('/');
  if (method === 'POST' && path.startsWith('/projects')) {
    const created = comment(`cmt_${sent.length}`, '', { created_by: ada.id, ...JSON.parse(text) });
    stored = [...stored, created];
    return json(201, { data: created });
  }
  if (method === 'DELETE') {
    stored = stored.filter((one) => one.id !== id && one.parent_id !== id);
    return json(200, { data: { id, deleted: true } });
  }
  const change = action
    ? { resolved_at: action === 'resolve' ? '2026-11-02T10:00:00.000Z' : null, resolved_by: ada.id }
    : JSON.parse(text);
  stored = stored.map((one) => (one.id === id ? { ...one, ...change } : one));
  return json(200, { data: stored.find((one) => one.id === id) });
}

beforeEach(() => {
  stored = [comment('cmt_first', 'Is this **true**?')];
  sent = [];
  refusal = undefined;
  localStorage.clear();
  Element.prototype.scrollIntoView = vi.fn();
  vi.stubGlobal('fetch', respond);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function open(props: Partial<CommentsProps> = {}) {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  queryClient.setQueryData(['me'], ada);
  queryClient.setQueryData(['project', 'prj_1'], project);
  const view = render(
    <QueryClientProvider client={queryClient}>
      <ToastProvider>
        <UndoProvider page="/">
          <Comments projectId="prj_1" target={{ type: 'card', id: 'crd_1' }} {...props} />
        </UndoProvider>
      </ToastProvider>
    </QueryClientProvider>,
  );
  await waitFor(() => expect(screen.queryByRole('status', { name: 'Loading the comments' })).toBeNull());
  return view;
}
const field = () => screen.getByRole('textbox', { name: 'New comment' });
const articles = () => screen.getAllByRole('article').map((one) => one.getAttribute('aria-label'));

it('offers only members who may read the project, and sends the id of the chosen one', async () => {
  const user = userEvent.setup({ pointerEventsCheck: 0 });
  await open();
  await screen.findByText('Mina Haddad');
  await user.type(field(), '@mi');
  const options = await screen.findAllByRole('option');
  expect(options.map((option) => option.textContent)).toEqual([expect.stringContaining('Mina Haddad')]);
  await user.keyboard('{Enter}please look{Control>}{Enter}{/Control}');
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(JSON.parse(sent[0]?.split(/ (?=\{)/)[1] ?? '')).toEqual({
    target_type: 'card',
    target_id: 'crd_1',
    body: '@Mina Haddad please look',
    mentions: [mina.id],
  });
  expect((await screen.findByText('@Mina Haddad')).tagName).toBe('MARK');
  await waitFor(() => expect((field() as HTMLTextAreaElement).value).toBe(''));
});

it('closes the list of members with Escape and not the dialog around it', async () => {
  const user = userEvent.setup({ pointerEventsCheck: 0 });
  const closed = vi.fn();
  document.addEventListener('keydown', closed, true);
  await open();
  await screen.findByText('Mina Haddad');
  await user.type(field(), '@mi');
  await screen.findByRole('listbox');
  closed.mockClear();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(closed).not.toHaveBeenCalled();
  document.removeEventListener('keydown', closed, true);
});

it('the text of a comment remains after the panel was closed, and after the server refused it', async () => {
  const user = userEvent.setup({ pointerEventsCheck: 0 });
  const { unmount } = await open();
  await user.type(field(), 'Half a thought');
  unmount();
  await open();
  expect((field() as HTMLTextAreaElement).value).toBe('Half a thought');
  refusal = {
    error: {
      code: 'invalid',
      message: 'Invalid.',
      details: [{ field: 'target_id', message: 'There is no such card.' }],
    },
  };
  await user.click(screen.getByRole('button', { name: 'Comment' }));
  expect((await screen.findByRole('alert')).textContent).toContain('There is no such card.');
  expect((field() as HTMLTextAreaElement).value).toBe('Half a thought');
});

it('resolves a thread, which leaves the list, and reopens it with undo', async () => {
  const user = userEvent.setup({ pointerEventsCheck: 0 });
  await open();
  await user.click(await screen.findByRole('button', { name: 'Resolve' }));
  await screen.findByText('All comments are resolved.');
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await screen.findByText('true');
  expect(sent).toEqual(['POST /comments/cmt_first/resolve', 'POST /comments/cmt_first/reopen']);
});

it('creates a deleted comment again with undo, as a reply to the same thread', async () => {
  const user = userEvent.setup({ pointerEventsCheck: 0 });
  stored.push(comment('cmt_mine', 'I think so.', { parent_id: 'cmt_first', created_by: ada.id }));
  await open();
  await screen.findByText('I think so.');
  await user.click(screen.getByRole('button', { name: 'Actions for the comment of Ada' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  await waitFor(() => expect(screen.queryByText('I think so.')).toBeNull());
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await screen.findByText('I think so.');
  expect(JSON.parse(sent[1]?.split(/ (?=\{)/)[1] ?? '')).toMatchObject({
    body: 'I think so.',
    parent_id: 'cmt_first',
  });
});

it('asks before it deletes a thread with replies of others', async () => {
  const user = userEvent.setup({ pointerEventsCheck: 0 });
  stored = [
    comment('cmt_mine', 'Mine', { created_by: ada.id }),
    comment('cmt_theirs', 'Theirs', { parent_id: 'cmt_mine' }),
  ];
  await open();
  await screen.findByText('Theirs');
  await user.click(screen.getByRole('button', { name: 'Actions for the comment of Ada' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  const dialog = await screen.findByRole('alertdialog');
  expect(sent).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: 'Delete all' }));
  await waitFor(() => expect(sent).toEqual(['DELETE /comments/cmt_mine']));
});

it('shows and marks the comment of the address even if its thread is resolved, and says so if it is gone', async () => {
  stored.push(
    comment('cmt_done', 'Done', {
      resolved_at: '2026-11-02T10:00:00.000Z',
      resolved_by: 'usr_gone',
      created_by: 'usr_gone',
    }),
  );
  const { unmount } = await open({ focused: 'cmt_done' });
  const marked = (await screen.findByText('Done')).closest('article');
  expect(marked?.getAttribute('aria-current')).toBe('true');
  expect(document.activeElement).toBe(marked);
  expect(articles()).toEqual(['Comment of Mina Haddad', 'Comment of Former member']);
  unmount();
  await open({ focused: 'cmt_none' });
  await screen.findByText('The comment of this link was deleted.');
  expect(articles()).toEqual(['Comment of Mina Haddad']);
});
