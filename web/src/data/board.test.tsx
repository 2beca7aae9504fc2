// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startDelay } from '../lib/delayed.ts';
import { useBoard, useChangeBoard, useDeleteCard } from './board.ts';
import { keys } from './keys.ts';

const projectId = 'prj_1';
const card = (id: string, lane_id: string, position: string) => ({
  id,
  lane_id,
  position,
  title: id,
  tag_ids: [],
  evidence: [],
  version: 1,
  created_at: '2026-01-01T00:00:00.000Z',
});
const lane = (id: string, cards: object[]) => ({
  id,
  name: id,
  position: id,
  card_count: cards.length,
  cards,
  created_at: '2026-01-01T00:00:00.000Z',
});

/** The server’s side: a board, and the answers to writes in the order in which they are sent. */
let lanes = [lane('A', []), lane('B', [])];
let answers: ((request: Request) => Response | Promise<Response>)[] = [];
let sent: string[] = [];

const json = (status: number, body: object) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

beforeEach(() => {
  lanes = [lane('A', [card('1', 'A', 'a1'), card('2', 'A', 'a2')]), lane('B', [])];
  answers = [];
  sent = [];
  vi.stubGlobal('fetch', async (input: Request) => {
    const path = new URL(input.url, 'http://parley').pathname;
    if (input.method === 'GET') return json(200, { data: { project_id: projectId, lanes, has_more: false } });
    sent.push(`${input.method} ${path.replace('/app/v1', '')} ${await input.clone().text()}`.trim());
    const answer = answers.shift();
    if (!answer) throw new Error(`Unexpected ${input.method} ${path}`);
    return answer(input);
  });
});
afterEach(() => vi.unstubAllGlobals());

async function openBoard() {
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: { retry: false, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  });
  const refused: string[] = [];
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(
    () => ({
      board: useBoard(projectId),
      change: useChangeBoard(projectId, (error) => refused.push(error.message)),
      remove: useDeleteCard(projectId, (error) => refused.push(error.message)),
    }),
    { wrapper },
  );
  await waitFor(() => expect(result.current.board.board).toBeDefined());
  const order = () =>
    Object.fromEntries(
      (result.current.board.board?.lanes ?? []).map(({ id, cards }) => [id, cards.map((each) => each.id)]),
    );
  return { result, refused, order, queryClient };
}

/** An answer that waits until the test lets it go. */
function later(response: () => Response | Promise<Response>) {
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { answer: () => gate.then(response), release };
}

const move = (cardId: string, laneId: string) => ({ kind: 'move-card' as const, cardId, to: { laneId } });

it('shows a move before the server has answered, and sends one write', async () => {
  const slow = later(() => json(200, { data: card('1', 'B', 'a0') }));
  answers = [slow.answer];
  const { result, order } = await openBoard();
  act(() => result.current.change.mutate(move('1', 'B')));
  await waitFor(() => expect(order()).toEqual({ A: ['2'], B: ['1'] }));
  lanes = [lane('A', [card('2', 'A', 'a2')]), lane('B', [card('1', 'B', 'a0')])];
  slow.release();
  await waitFor(() => expect(result.current.board.unsavedCount).toBe(0));
  expect(order()).toEqual({ A: ['2'], B: ['1'] });
  expect(sent).toEqual(['POST /cards/1/move {"lane_id":"B"}']);
});

it('takes back a refused move and says why', async () => {
  answers = [() => json(404, { error: { code: 'not_found', message: 'Card not found.', details: [] } })];
  const { result, refused, order } = await openBoard();
  act(() => result.current.change.mutate(move('1', 'B')));
  await waitFor(() => expect(refused).toEqual(['Card not found.']));
  await waitFor(() => expect(order()).toEqual({ A: ['1', '2'], B: [] }));
});

it('shows the move of someone else while an own move is being saved, and keeps the own one', async () => {
  const slow = later(() => json(200, { data: card('1', 'B', 'a1') }));
  answers = [slow.answer];
  const { result, order, queryClient } = await openBoard();
  act(() => result.current.change.mutate(move('1', 'B')));
  lanes = [lane('A', [card('1', 'A', 'a1')]), lane('B', [card('2', 'B', 'a0')])];
  await act(() => queryClient.invalidateQueries({ queryKey: keys.board(projectId) }));
  await waitFor(() => expect(order()).toEqual({ A: [], B: ['2', '1'] }));
  lanes = [lane('A', []), lane('B', [card('2', 'B', 'a0'), card('1', 'B', 'a1')])];
  slow.release();
  await waitFor(() => expect(result.current.board.unsavedCount).toBe(0));
  expect(order()).toEqual({ A: [], B: ['2', '1'] });
});

it('saves moves in the order in which they were made', async () => {
  const slow = later(() => json(200, { data: card('1', 'B', 'a0') }));
  answers = [slow.answer, () => json(200, { data: card('2', 'B', 'a1') })];
  const { result, order } = await openBoard();
  act(() => result.current.change.mutate(move('1', 'B')));
  act(() => result.current.change.mutate(move('2', 'B')));
  await waitFor(() => expect(order()).toEqual({ A: [], B: ['1', '2'] }));
  expect(sent).toHaveLength(1);
  lanes = [lane('A', []), lane('B', [card('1', 'B', 'a0'), card('2', 'B', 'a1')])];
  slow.release();
  await waitFor(() => expect(sent).toHaveLength(2));
  await waitFor(() => expect(result.current.board.unsavedCount).toBe(0));
});

it('sends a move again until the server can be reached, and says so meanwhile', async () => {
  const cut = () => Promise.reject(new TypeError('Failed to fetch'));
  answers = [cut, () => json(200, { data: card('1', 'B', 'a0') })];
  const { result, order, refused } = await openBoard();
  act(() => result.current.change.mutate(move('1', 'B')));
  await waitFor(() => expect(result.current.board.isWaiting).toBe(true));
  expect(order()).toEqual({ A: ['2'], B: ['1'] });
  lanes = [lane('A', [card('2', 'A', 'a2')]), lane('B', [card('1', 'B', 'a0')])];
  await waitFor(() => expect(result.current.board.unsavedCount).toBe(0), { timeout: 5_000 });
  expect(result.current.board.isWaiting).toBe(false);
  expect(order()).toEqual({ A: ['2'], B: ['1'] });
  expect(refused).toEqual([]);
});

it('shows a new card once, before and after the server has answered', async () => {
  const slow = later(() => json(201, { data: card('3', 'B', 'a0') }));
  answers = [slow.answer];
  const { result, order } = await openBoard();
  const counts: number[] = [];
  act(() =>
    result.current.change.mutate({ kind: 'create-card', temporaryId: 'new-1', laneId: 'B', title: 'New' }),
  );
  await waitFor(() => expect(order()).toEqual({ A: ['1', '2'], B: ['new-1'] }));
  lanes = [lanes[0] as never, lane('B', [card('3', 'B', 'a0')])];
  slow.release();
  await waitFor(() => {
    counts.push(order().B?.length ?? 0);
    expect(order()).toEqual({ A: ['1', '2'], B: ['3'] });
  });
  expect(new Set(counts)).toEqual(new Set([1]));
});

it('hides a deleted card, brings it back when it is undone, and deletes it only afterwards', async () => {
  const { result, order, refused } = await openBoard();
  const undone = startDelay(60_000);
  act(() => result.current.remove.mutate({ kind: 'delete-card', cardId: '1', wait: undone.wait }));
  await waitFor(() => expect(order()).toEqual({ A: ['2'], B: [] }));
  act(() => undone.undo());
  await waitFor(() => expect(order()).toEqual({ A: ['1', '2'], B: [] }));
  expect(sent).toEqual([]);

  answers = [() => json(200, { data: { id: '1', deleted: true } })];
  const over = startDelay(0);
  lanes = [lane('A', [card('2', 'A', 'a2')]), lane('B', [])];
  act(() => result.current.remove.mutate({ kind: 'delete-card', cardId: '1', wait: over.wait }));
  await waitFor(() => expect(sent).toEqual(['DELETE /cards/1']));
  await waitFor(() => expect(order()).toEqual({ A: ['2'], B: [] }));
  expect(refused).toEqual([]);
});
