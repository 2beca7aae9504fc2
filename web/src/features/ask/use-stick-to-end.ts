import { type RefObject, useEffect, useRef } from 'react';
import { useCurrentMomentId } from '../moments/index.ts';

/** So close to its end a list counts as scrolled to it. */
const nearEndPixels = 80;

/**
 * Shows new text as it arrives until the question of the answer is at the top, unless the person scrolled up or something plays.
 * `newest` scrolls in any case.
 */
export function useStickToEnd(scroller: RefObject<HTMLElement | null>, newest: string | undefined): void {
  const isAtEnd = useRef(true);
  const playing = useRef<string | null>(null);
  playing.current = useCurrentMomentId();
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const handleScroll = () => {
      isAtEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < nearEndPixels;
    };
    element.addEventListener('scroll', handleScroll, { passive: true });
    const observer = new ResizeObserver(() => {
      if (isAtEnd.current && playing.current === null) scrollToNewest(element);
    });
    for (const child of element.children) observer.observe(child);
    return () => {
      element.removeEventListener('scroll', handleScroll);
      observer.disconnect();
    };
  }, [scroller]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new question is shown at once.
  useEffect(() => {
    const element = scroller.current;
    if (element) scrollToNewest(element);
  }, [newest]);
}

/** The end of the list, or the beginning of the last question if its answer is higher than the screen. */
function scrollToNewest(element: HTMLElement): void {
  const newest = [...element.querySelectorAll('article')].at(-1);
  const start = newest
    ? newest.getBoundingClientRect().top - element.getBoundingClientRect().top + element.scrollTop
    : Number.POSITIVE_INFINITY;
  element.scrollTop = Math.min(start, element.scrollHeight);
}
