import { hashKey, type Query, type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { onConnectionChange, reportUnreachable } from '../lib/connection.ts';
import { type Live, openLive } from '../lib/live.ts';
import { type CachedMaterial, keysOf, liveKeys } from './live-keys.ts';
import type { Material } from './material.ts';

/** Changes that come together cause one refetch. */
const collectMs = 100;
/** A query is refetched at most once in this time, even if a job reports its progress all the time. */
const againMs = 1_000;
/** While a change of this tab is on its way, a refetch would show the state before it. */
const mutatingMaxMs = 5_000;

/** A refetch would cancel the request for the next page, and the user would have to ask for that page again. */
const isLoadingMore = ({ state }: Query) =>
  state.fetchStatus === 'fetching' && state.fetchMeta?.fetchMore !== undefined;

/** Collects the queries to refetch. */
export function createRefetcher(queryClient: QueryClient) {
  const waiting = new Map<string, { key: QueryKey; since: number }>();
  const refetchedAt = new Map<string, number>();
  let timer: number | undefined;

  function flush(): void {
    timer = undefined;
    const now = performance.now();
    const isMutating = queryClient.isMutating() > 0;
    for (const [hash, { key, since }] of waiting) {
      if (isMutating && now - since < mutatingMaxMs) continue;
      if (queryClient.getQueryCache().findAll({ queryKey: key }).some(isLoadingMore)) continue;
      if (now - (refetchedAt.get(hash) ?? Number.NEGATIVE_INFINITY) < againMs) continue;
      waiting.delete(hash);
      refetchedAt.set(hash, now);
      void queryClient.invalidateQueries({ queryKey: key });
    }
    if (waiting.size > 0) schedule();
  }
  function schedule(): void {
    timer ??= window.setTimeout(flush, collectMs);
  }

  function add(queryKeys: QueryKey[]): void {
    const since = performance.now();
    for (const key of queryKeys) {
      const hash = hashKey(key);
      if (!waiting.has(hash)) waiting.set(hash, { key, since });
    }
    if (waiting.size > 0) schedule();
  }

  return {
    add,
    /** Everything that live updates keep fresh. */
    addAll() {
      waiting.clear();
      const isLive = ({ queryKey }: Query) => liveKeys.has(String(queryKey[0]));
      void queryClient.invalidateQueries({ predicate: (query) => isLive(query) && !isLoadingMore(query) });
      const later = queryClient
        .getQueryCache()
        .findAll({ predicate: (query) => isLive(query) && isLoadingMore(query) });
      add(later.map(({ queryKey }) => queryKey));
    },
    stop: () => window.clearTimeout(timer),
  };
}

const materialsOf = (queryClient: QueryClient): CachedMaterial[] =>
  queryClient.getQueriesData<Material>({ queryKey: ['material'] }).map(([[, fileId], data]) => ({
    fileId: String(fileId),
    cardIds: new Set(data?.cards.map(({ id }) => id)),
  }));

let current: Live | undefined;

/** Signs out without live updates: the server ends their stream, and would refuse to open it again. */
export async function withoutLive(signOut: () => Promise<void>): Promise<void> {
  current?.pause();
  try {
    await signOut();
  } catch (error) {
    current?.connectNow();
    throw error;
  }
}

/** Keeps what this tab shows up to date. Mounted once, by the layout of every signed-in page. */
export function useLive(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const refetcher = createRefetcher(queryClient);
    const live = openLive({
      onChange: (change) => refetcher.add(keysOf(change, materialsOf(queryClient))),
      onReset: refetcher.addAll,
      onLost: reportUnreachable,
    });
    current = live;
    const unsubscribe = onConnectionChange((state) => state === 'online' && live.connectNow());
    return () => {
      unsubscribe();
      live.close();
      current = undefined;
      refetcher.stop();
    };
  }, [queryClient]);
}
