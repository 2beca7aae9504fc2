import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { Segment } from '../../data/transcript.ts';
import { segmentAt } from './model/word-times.ts';
import type { Playback } from './playback.ts';

interface ActiveRowInput {
  playback: Playback;
  segments: readonly Segment[];
  scroller: RefObject<HTMLElement | null>;
  /** The elements of the rows that are rendered, by segment. */
  rows: ReadonlyMap<string, HTMLElement>;
  scrollTo(index: number): void;
  enabled: boolean;
}

/** A change of the time by more than this is a jump, not playing. */
const jumpSeconds = 2;

/**
 * Marks the row that is spoken and keeps it on the screen until the user scrolls. Sets an attribute of two rows and
 * renders nothing, because the time changes with every frame.
 */
export function useActiveRow({ playback, segments, scroller, rows, scrollTo, enabled }: ActiveRowInput) {
  const activeId = useRef<string | null>(null);
  const following = useRef(true);
  const lastTime = useRef(playback.getTime());
  /** A jump by the user's click in the transcript must not scroll away from where the user clicked. */
  const ownJump = useRef(false);
  const [isAway, setAway] = useState(false);

  const isVisible = useCallback(() => {
    const row = activeId.current === null ? undefined : rows.get(activeId.current);
    const box = scroller.current?.getBoundingClientRect();
    if (!row || !box) return false;
    const { top, bottom } = row.getBoundingClientRect();
    return bottom > box.top + 24 && top < box.bottom - 24;
  }, [rows, scroller]);

  const isComfortable = useCallback(
    (id: string | null) => {
      const row = id === null ? undefined : rows.get(id);
      const box = scroller.current?.getBoundingClientRect();
      if (!row || !box) return false;
      const { top, bottom } = row.getBoundingClientRect();
      return top >= box.top + 16 && bottom <= box.bottom - box.height * 0.2;
    },
    [rows, scroller],
  );

  useEffect(() => {
    if (!enabled) return;
    const update = (seconds: number) => {
      const isJump = Math.abs(seconds - lastTime.current) > jumpSeconds;
      lastTime.current = seconds;
      const index = seconds <= 0 ? -1 : segmentAt(segments, seconds);
      const id = segments[index]?.id ?? null;
      const moved = id !== activeId.current;
      if (isJump && !ownJump.current) following.current = true;
      if (isJump) ownJump.current = false;
      const scrolls = (moved || isJump) && index >= 0 && following.current;
      // Read before the rows change, so that the browser does not lay out the page for it.
      const isHidden = scrolls && !isComfortable(id);
      if (moved) {
        if (activeId.current !== null) rows.get(activeId.current)?.removeAttribute('aria-current');
        activeId.current = id;
        if (id !== null) rows.get(id)?.setAttribute('aria-current', 'true');
      }
      if (isHidden) scrollTo(index);
      if (following.current) setAway(false);
      else if (moved) setAway(index >= 0 && !isVisible());
    };
    update(playback.getTime());
    return playback.subscribe(update);
  }, [playback, segments, rows, scrollTo, enabled, isVisible, isComfortable]);

  // Only what a user does counts: the list also scrolls by itself when it measures rows.
  useEffect(() => {
    const element = scroller.current;
    if (!element || !enabled) return;
    const stop = () => {
      following.current = false;
    };
    const onPointerDown = (event: PointerEvent) => {
      if (event.target === element) stop();
    };
    const onScroll = () => {
      if (!following.current) setAway(activeId.current !== null && !isVisible());
    };
    element.addEventListener('wheel', stop, { passive: true });
    element.addEventListener('touchmove', stop, { passive: true });
    element.addEventListener('pointerdown', onPointerDown);
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      element.removeEventListener('wheel', stop);
      element.removeEventListener('touchmove', stop);
      element.removeEventListener('pointerdown', onPointerDown);
      element.removeEventListener('scroll', onScroll);
    };
  }, [scroller, enabled, isVisible]);

  return {
    /** Whether the spoken row is off the screen because the user scrolled. */
    isAway,
    /** For a row that has just been rendered. */
    mark: useCallback((id: string, element: HTMLElement) => {
      if (id === activeId.current) element.setAttribute('aria-current', 'true');
      else element.removeAttribute('aria-current');
    }, []),
    stopFollowing: useCallback(() => {
      following.current = false;
    }, []),
    noteOwnJump: useCallback(() => {
      ownJump.current = true;
    }, []),
    backToNow: useCallback(() => {
      following.current = true;
      setAway(false);
      const index = segmentAt(segments, playback.getTime());
      if (index >= 0) scrollTo(index);
    }, [segments, playback, scrollTo]),
  };
}
