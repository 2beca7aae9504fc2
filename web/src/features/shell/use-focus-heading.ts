import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/** Pages load their data first; a heading that appears later is focused unless the user has moved on. */
const waitMs = 4_000;

/**
 * Moves the focus to the heading of a page after navigation, so that screen readers read it and Tab continues from there.
 * A change of the search part of the URL is the same page.
 */
export function useFocusHeading(): void {
  const pathname = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  const last = useRef<string>(undefined);
  useEffect(() => {
    const isFirst = last.current === undefined;
    if (pathname === undefined || pathname === last.current) return;
    last.current = pathname;
    if (isFirst) return;
    const main = document.getElementById('main');
    if (!main || focusHeading(main)) return;
    const startedAt = document.activeElement;
    const observer = new MutationObserver(() => {
      const moved = document.activeElement !== startedAt && document.activeElement !== document.body;
      if (moved || focusHeading(main)) stop();
    });
    observer.observe(main, { childList: true, subtree: true });
    const timer = setTimeout(stop, waitMs);
    function stop() {
      observer.disconnect();
      clearTimeout(timer);
    }
    return stop;
  }, [pathname]);
}

function focusHeading(main: HTMLElement): boolean {
  // A dialog that the page opens by its URL has the focus itself.
  if (document.activeElement?.closest('[role="dialog"]')) return true;
  const heading = main.querySelector<HTMLElement>('h1');
  if (!heading) return false;
  if (
    main.contains(document.activeElement) &&
    document.activeElement?.matches('[autofocus], input, textarea')
  )
    return true;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  return true;
}
