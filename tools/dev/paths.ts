/** First path segments that the server answers. Vite answers everything else: pages, modules and styles. */
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

/** The same list as a pattern: `/s/clips/x` is the server's, `/src/main.tsx` is not. */
export const serverPathPattern = `^/(${serverPaths.join('|')})([/?]|$)`;
