/**
 * The path to open after signing in. `next` comes from the URL, so a path on another host ("//host", "/\host") and the
 * sign-in page itself are refused.
 */
export function redirectPath(next: unknown): string | undefined {
  if (typeof next !== 'string' || !/^\/(?![/\\])/.test(next)) return undefined;
  return next.startsWith('/sign-in') ? undefined : next;
}
