// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ToastProvider } from '../../../ui/toast.tsx';
import { UndoProvider } from '../../../ui/undo.tsx';
import { CommentMargin, type CommentMarginProps } from './comment-margin.tsx';

const ada = { id: 'usr_ada', name: 'Ada', email: 'ada@example.com', role: 'member' };
const project = { id: 'prj_1', owner_id: ada.id, visibility: 'workspace', member_ids: [] };
const excerpt = { quote: 'five people', before: 'Of eleven, ', after: ' left.' };

type Stored = Record<string, unknown> & { id: string };
let stored: Stored[] = [];
let sent: string[] = [];

const comment = (id: string, body: string, fields: object = {}): Stored => ({
  id,
  project_id: 'prj_1',
  target_type: 'report',
  target_id: 'rep_1',
  anchor: { citation_id: null, segment_id: null, start_seconds: null, excerpt },
  body,
  mentions: [],
  parent_id: null,
  resolved_at: null,
  resolved_by: null,
  created_by: ada.id,
  created_at: '2026-11-01T10:00:00.000Z',
  updated_at: '2026-11-01T10:00:00.000Z',
  ...fields,
});
const json = (status: number, body: object) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

async function respond(input: Request): Promise<Response> {
  const path = new URL(input.url, 'http://parley').pathname.replace('/app/v1', '');
  if (input.method === 'GET')
    return json(200, { data: path.endsWith('/members') ? [ada] : stored, meta: { next_cursor: null } });
  const text = await input.clone().text();
  sent.push(`${path} ${text}`.trim());
  const [, , id, action] = path.split('/');
  if (path.startsWith('/projects')) {
    const created = comment('cmt_new', '', JSON.parse(text));
    stored = [...stored, created];
    return json(201, { data: created });
  }
  const resolved_at = action === 'resolve' ? '2026-11-02T10:00:00.000Z' : null;
  stored = stored.map((one) => (one.id === id ? { ...one, resolved_at } : one));
  return json(200, { data: stored.find((one) => one.id === id) });
}

beforeEach(() => {
  stored = [
    comment('cmt_a', 'Of which eleven?'),
    comment('cmt_reply', 'All of them.', { parent_id: 'cmt_a' }),
    comment('cmt_b', 'Say who.'),
  ];
  sent = [];
  localStorage.clear();
  vi.stubGlobal('fetch', respond);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const left = vi.fn();

function Margin(props: Partial<CommentMarginProps>) {
  const [active, setActive] = useState<string>();
  return (
    <CommentMargin
      projectId="prj_1"
      target={{ type: 'report', id: 'rep_1' }}
      places={[
        { id: 'cmt_a', top: 100 },
        { id: 'cmt_b', top: 300 },
      ]}
      nameOf={(id) => (id === 'cmt_a' ? 'five people' : 'the order')}
      active={active}
      onActive={setActive}
      onDraftEnd={() => {}}
      onLeave={left}
      isNarrow={false}
      {...props}
    />
  );
}

function open(props: Partial<CommentMarginProps> = {}) {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  queryClient.setQueryData(['me'], ada);
  queryClient.setQueryData(['project', 'prj_1'], project);
  left.mockClear();
  return render(
    <QueryClientProvider client={queryClient}>
      <ToastProvider>
        <UndoProvider page="/">
          <Margin {...props} />
        </UndoProvider>
      </ToastProvider>
    </QueryClientProvider>,
  );
}
const bodyOf = (request: string | undefined) => JSON.parse(request?.slice(request.indexOf('{')) ?? '');

it('opens a thread at its line from a marker with the number of comments, and goes to the next thread', async () => {
  const user = userEvent.setup();
  open();
  await user.click(await screen.findByRole('button', { name: '2 comments on “five people”' }));
  const card = await screen.findByRole('region', { name: 'Discussion started by Ada' });
  expect(document.activeElement).toBe(card);
  expect(card.parentElement?.style.top).toBe('100px');
  within(card).getByText('1 of 2');
  within(card).getByText('All of them.');
  expect(screen.queryByRole('button', { name: /five people/ })).toBeNull();
  await user.click(within(card).getByRole('button', { name: 'Next discussion' }));
  await screen.findByText('Say who.');
  screen.getByText('2 of 2');
  await user.keyboard('{Escape}');
  expect(screen.queryByText('Say who.')).toBeNull();
  expect(left).toHaveBeenCalledOnce();
});

it('resolves a thread beside the text, which undo opens again', async () => {
  const user = userEvent.setup();
  open();
  await user.click(await screen.findByRole('button', { name: '1 comment on “the order”' }));
  await user.click(await screen.findByRole('button', { name: 'Resolve' }));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(sent).toEqual(['/comments/cmt_b/resolve', '/comments/cmt_b/reopen']));
  await screen.findByRole('button', { name: '1 comment on “the order”' });
});

it('sends a new comment with the words that it is about', async () => {
  const user = userEvent.setup();
  const ended = vi.fn();
  open({
    places: [{ id: 'draft', top: 40 }],
    draft: { id: 'draft', name: 'five people', anchor: () => ({ excerpt }) },
    onDraftEnd: ended,
  });
  await screen.findByText('About “five people”');
  await user.type(screen.getByRole('textbox', { name: 'New comment' }), 'Of which?');
  await user.click(screen.getByRole('button', { name: 'Comment' }));
  await waitFor(() => expect(ended).toHaveBeenCalled());
  expect(bodyOf(sent[0])).toMatchObject({ target_id: 'rep_1', body: 'Of which?', anchor: { excerpt } });
});

it('opens a thread over the text if there is no room beside it', async () => {
  open({ isNarrow: true, active: 'cmt_a' });
  const dialog = await screen.findByRole('dialog', { name: 'About “five people”' });
  within(dialog).getByText('Of which eleven?');
  expect(screen.queryByRole('button', { name: /the order/ })).toBeNull();
});
