/**
 * For queries that the loader of the page's route has started. A request that failed before the component appeared would otherwise be
 * sent again at once, although the server may have asked to wait.
 */
export const prefetched = { retryOnMount: false } as const;
