/** First path segments of the server's routes. Vite serves everything else: pages, modules and styles. */
export const serverPaths = [
  'v1',
  'app',
  'p/v1',
  's',
  'blobs',
  'uploads',
  'docs',
  'healthz',
  'readyz',
  'metrics',
] as const;

/** The same list as a pattern: `/s/clips/x` matches, `/src/main.tsx` does not. */
export const serverPathPattern = `^/(${serverPaths.join('|')})([/?]|$)`;
