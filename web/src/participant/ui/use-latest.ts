import { useLayoutEffect, useRef } from 'preact/hooks';

/**
 * The value of the latest render, for handlers that outlive a render. A layout effect sets it before the next event, because a
 * fast typist presses Enter before an ordinary effect runs.
 */
export function useLatest<T>(value: T): { readonly current: T } {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}
