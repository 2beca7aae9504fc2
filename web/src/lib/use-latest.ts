import { type RefObject, useInsertionEffect, useRef } from 'react';

/**
 * A ref with the value of the last rendering that the page shows, for functions that run later and must not change with every
 * rendering. Not for functions that only effects call: those are effect events (`useEffectEvent`).
 */
export function useLatest<T>(value: T): Readonly<RefObject<T>> {
  const latest = useRef(value);
  // A rendering may be discarded, so it must not write. This effect runs before all other effects and before refs are set.
  useInsertionEffect(() => {
    latest.current = value;
  });
  return latest;
}
