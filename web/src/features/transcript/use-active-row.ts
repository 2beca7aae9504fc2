import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { Segment } from '../../data/transcript.ts';
import { segmentAt } from './model/word-times.ts';
import type { Playback } from './playback.ts';
import type { RowElements } from './row-elements.ts';

interface ActiveRowInput {
  playback: Playback;
  segments: readonly Segment[];
  scroller: RefObject<HTMLElement | null>;
  rows: RowElements;
  scrollTo(index: number): void;
  /** Without a recording, the time says what the address or a button shows. It is marked for a moment only. */
  isPlayed: boolean;
}

/** A change of the time by more than this is a jump, not playing. */
const jumpSeconds = 2;
/** Long enough to find the row after the page has loaded. */
const shownMs = 4_000;

/**
 * Marks the row that is spoken and scrolls to it until the user scrolls. It renders nothing, because the time changes with
 * every frame.
 */
export function useActiveRow({ playback, segments, scroller, rows, scrollTo, isPlayed }: ActiveRowInput) {
  const following = useRef(true);
  const lastTime = useRef(playback.getTime());
  const shownTime = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** A jump by the user's click in the transcript must not scroll away from where the user clicked. */
  const ownJump = useRef(false);
  const [isAway, setAway] = useState(false);

  const isVisible = useCallback(() => {
    const row = rows.markedId === null ? undefined : rows.get(rows.markedId);
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
    const update = (seconds: number) => {
      // Others change the text: what was shown before must not return.
      if (!isPlayed && shownTime.current === seconds) return;
      shownTime.current = seconds;
      const isJump = Math.abs(seconds - lastTime.current) > jumpSeconds;
      lastTime.current = seconds;
      const index = seconds <= 0 ? -1 : segmentAt(segments, seconds);
      const id = segments[index]?.id ?? null;
      const moved = id !== rows.markedId;
      if (isJump && !ownJump.current) following.current = true;
      if (isJump) ownJump.current = false;
      const scrolls = (moved || isJump) && index >= 0 && following.current;
      // Read before the rows change, so that the browser does not lay out the page for it.
      const isHidden = scrolls && !isComfortable(id);
      if (moved) {
        rows.mark(id);
        clearTimeout(timer.current);
        if (!isPlayed) timer.current = setTimeout(() => rows.mark(null), shownMs);
      }
      if (isHidden) scrollTo(index);
      if (following.current) setAway(false);
      else if (moved) setAway(index >= 0 && !isVisible());
    };
    update(playback.getTime());
    return playback.subscribe(update);
  }, [playback, segments, rows, scrollTo, isPlayed, isVisible, isComfortable]);

  useEffect(() => () => clearTimeout(timer.current), []);

  // Only what a user does counts: the list also scrolls by itself when it measures rows.
  useEffect(() => {
    const element = scroller.current;
    if (!element || !isPlayed) return;
    const stop = () => {
      following.current = false;
    };
    const onPointerDown = (event: PointerEvent) => {
      if (event.target === element) stop();
    };
    const onScroll = () => {
      if (!following.current) setAway(rows.markedId !== null && !isVisible());
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
  }, [scroller, rows, isPlayed, isVisible]);

  return {
    /** Whether the spoken row is off the screen because the user scrolled. */
    isAway,
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
