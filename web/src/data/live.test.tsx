// @vitest-environment happy-dom
import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Change, type EventStream, openLive } from '../lib/live.ts';
import { createRefetcher } from './live.ts';
import { keysOf, liveKeys } from './live-keys.ts';

const change = (over: Partial<Change>): Change => ({
  type: 'card',
  id: 'card_1',
  action: 'updated',
  project_id: 'prj_1',
  file_id: null,
  actor: null,
  at: '2026-11-17T10:00:00.000Z',
  ...over,
});

describe('which queries show a change', () => {
  it.each([
    [
      { type: 'card' },
      ['card/card_1', 'board/prj_1', 'lanes/prj_1', 'insights/prj_1/coverage', 'overview/prj_1'],
    ],
    [
      { type: 'card', action: 'deleted' },
      [
        'card/card_1',
        'board/prj_1',
        'lanes/prj_1',
        'insights/prj_1/coverage',
        'project/prj_1',
        'projects',
        'overview/prj_1',
      ],
    ],
    [
      { type: 'note', id: 'note_1', file_id: 'fil_1' },
      ['notes/prj_1', 'files/prj_1/recent', 'material/fil_1'],
    ],
    [
      { type: 'job', id: 'job_1', file_id: 'fil_1' },
      ['job/job_1', 'jobs', 'insights/prj_1/sentiment', 'file/fil_1', 'files/prj_1'],
    ],
    [{ type: 'session', id: 'ses_1' }, ['sessions', 'overview/prj_1']],
    [{ type: 'member', project_id: null }, ['members', 'me']],
    [{ type: 'project', id: 'prj_1' }, ['project/prj_1', 'projects', 'presence/prj_1']],
    [{ type: 'something else' }, []],
  ] as [Partial<Change>, string[]][])('%o', (over, expected) => {
    const found = keysOf(change(over)).map((key) => key.join('/'));
    expect(found).toEqual(expected);
    for (const key of found) expect(liveKeys).toContain(key.split('/')[0]);
  });

  it('refetches the material of a file only for cards that cite it', () => {
    const materials = [
      { fileId: 'fil_1', cardIds: new Set(['card_1']) },
      { fileId: 'fil_2', cardIds: new Set(['card_2']) },
    ];
    const ofMaterial = (over: Partial<Change>) =>
      keysOf(change(over), materials)
        .filter(([name]) => name === 'material')
        .map(([, id]) => id);
    expect(ofMaterial({})).toEqual(['fil_1']);
    expect(ofMaterial({ action: 'created', id: 'card_3' })).toEqual(['fil_1', 'fil_2']);
    expect(ofMaterial({ id: 'card_9' })).toEqual([]);
  });
});

describe('refetching', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('refetches once for many changes, and at most once a second', async () => {
    const queryClient = new QueryClient();
    const invalidate = vi.spyOn(queryClient, 'invalidateQueries');
    const refetcher = createRefetcher(queryClient);
    for (let i = 0; i < 50; i++) refetcher.add([['board', 'prj_1']]);
    await vi.advanceTimersByTimeAsync(150);
    expect(invalidate).toHaveBeenCalledTimes(1);
    refetcher.add([['board', 'prj_1']]);
    await vi.advanceTimersByTimeAsync(500);
    expect(invalidate).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(700);
    expect(invalidate).toHaveBeenCalledTimes(2);
  });

  it('waits for a change of this tab, so that it is not shown undone', async () => {
    const queryClient = new QueryClient();
    const invalidate = vi.spyOn(queryClient, 'invalidateQueries');
    const refetcher = createRefetcher(queryClient);
    let finish = () => {};
    const sent = new Promise<void>((resolve) => {
      finish = resolve;
    });
    void queryClient
      .getMutationCache()
      .build(queryClient, { mutationFn: () => sent })
      .execute(undefined);
    refetcher.add([['board', 'prj_1']]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(invalidate).not.toHaveBeenCalled();
    finish();
    await vi.advanceTimersByTimeAsync(200);
    expect(invalidate).toHaveBeenCalledTimes(1);
  });

  it.each(['add', 'addAll'] as const)('does not cancel the request for a next page (%s)', async (how) => {
    const queryClient = new QueryClient();
    const requested: number[] = [];
    let sendSecondPage = () => {};
    const list = new InfiniteQueryObserver(queryClient, {
      queryKey: ['projects'],
      initialPageParam: 1,
      getNextPageParam: (_, pages) => pages.length + 1,
      queryFn: async ({ pageParam }) => {
        requested.push(pageParam);
        if (pageParam === 2)
          await new Promise<void>((resolve) => {
            sendSecondPage = resolve;
          });
        return pageParam;
      },
    });
    const stopObserving = list.subscribe(() => {});
    await vi.advanceTimersByTimeAsync(10);
    const refetcher = createRefetcher(queryClient);
    void list.fetchNextPage();
    if (how === 'add') refetcher.add([['projects']]);
    else refetcher.addAll();
    await vi.advanceTimersByTimeAsync(300);
    expect(requested).toEqual([1, 2]);
    sendSecondPage();
    await vi.advanceTimersByTimeAsync(10);
    expect(list.getCurrentResult().data?.pages).toEqual([1, 2]);
    await vi.advanceTimersByTimeAsync(300);
    expect(requested.slice(2), 'the refetch that had to wait').toEqual([1, 2]);
    refetcher.stop();
    stopObserving();
  });
});

describe('the stream', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function start() {
    const streams: {
      url: string;
      isClosed: boolean;
      send(type: string, data?: object, id?: string): void;
    }[] = [];
    const said: string[] = [];
    const live = openLive({
      onChange: ({ id }) => said.push(`change ${id}`),
      onReset: () => said.push('reset'),
      onLost: () => said.push('lost'),
      open(url): EventStream {
        const listeners = new Map<string, (event: MessageEvent<string>) => void>();
        const stream = {
          url,
          isClosed: false,
          send: (type: string, data: object = {}, id = '') =>
            listeners.get(type)?.(new MessageEvent(type, { data: JSON.stringify(data), lastEventId: id })),
        };
        streams.push(stream);
        return {
          addEventListener: (type, listener) => void listeners.set(type, listener),
          close: () => {
            stream.isClosed = true;
          },
        };
      },
    });
    return { streams, said, live };
  }

  it('continues after a lost connection where it ended', async () => {
    const { streams, said } = start();
    streams[0]?.send('open');
    streams[0]?.send('change', { id: 'card_1' }, 'position 1');
    streams[0]?.send('error');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(streams[1]?.url).toBe('/app/v1/stream?last_event_id=position%201');
    streams[1]?.send('open');
    streams[1]?.send('change', { id: 'card_2' });
    expect(said).toEqual(['change card_1', 'change card_2']);
  });

  it('reports once that the connection is lost, and connects at once on request', async () => {
    const { streams, said, live } = start();
    streams[0]?.send('error');
    await vi.advanceTimersByTimeAsync(3_000);
    expect(said).toEqual([]);
    for (let seconds = 0; seconds < 60; seconds++) {
      streams.at(-1)?.send('error');
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect(said).toEqual(['lost']);
    // The waits become longer: a server that is down is not asked every second.
    // Without a stream that is being opened.
    streams.at(-1)?.send('error');
    const before = streams.length;
    expect(before).toBeLessThan(20);
    live.connectNow();
    streams.at(-1)?.send('open');
    live.connectNow();
    expect(streams.length).toBe(before + 1);
  });

  it('closes its connection while the tab is hidden', async () => {
    const { streams } = start();
    streams[0]?.send('change', { id: 'card_1' }, 'here');
    const look = (state: DocumentVisibilityState) => {
      vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
      document.dispatchEvent(new Event('visibilitychange'));
    };
    look('hidden');
    await vi.advanceTimersByTimeAsync(61_000);
    expect(streams[0]?.isClosed).toBe(true);
    look('visible');
    expect(streams[1]?.url).toContain('last_event_id=here');
  });
});
