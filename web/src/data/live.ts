import { hashKey, type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { onConnectionChange, reportUnreachable } from '../lib/connection.ts';
import { openLive } from '../lib/live.ts';
import { type CachedMaterial, keysOf, liveKeys } from './live-keys.ts';
import type { Material } from './material.ts';

/** Changes that come together cause one refetch. */
const collectMs = 100;
/** A query is refetched at most once in this time, also if a job reports its progress all the time. */
const againMs = 1_000;
/** While a change of this tab is on its way, a refetch would show the state before it. */
const mutatingMaxMs = 5_000;

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

  return {
    add(queryKeys: QueryKey[]) {
      const since = performance.now();
      for (const key of queryKeys) {
        const hash = hashKey(key);
        if (!waiting.has(hash)) waiting.set(hash, { key, since });
      }
      if (waiting.size > 0) schedule();
    },
    /** Everything that live updates keep fresh. */
    addAll() {
      waiting.clear();
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => liveKeys.has(String(queryKey[0])) });
    },
    stop: () => window.clearTimeout(timer),
  };
}

const materialsOf = (queryClient: QueryClient): CachedMaterial[] =>
  queryClient.getQueriesData<Material>({ queryKey: ['material'] }).map(([[, fileId], data]) => ({
    fileId: String(fileId),
    cardIds: new Set(data?.cards.map(({ id }) => id)),
  }));

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
    const unsubscribe = onConnectionChange((state) => state === 'online' && live.connectNow());
    return () => {
      unsubscribe();
      live.close();
      refetcher.stop();
    };
  }, [queryClient]);
}
