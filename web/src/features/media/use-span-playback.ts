import { type RefObject, useCallback, useEffect, useState } from 'react';

/** The element that plays now: starting another one pauses it. */
let playing: HTMLMediaElement | undefined;

export interface Span {
  startSeconds: number;
  endSeconds: number;
}

/** Plays only the span of a media element. `seconds` is the position in the file. */
export function useSpanPlayback(
  element: RefObject<HTMLMediaElement | null>,
  { startSeconds, endSeconds }: Span,
) {
  const [isPlaying, setPlaying] = useState(false);
  const [seconds, setSeconds] = useState(startSeconds);

  const play = useCallback(async () => {
    const media = element.current;
    if (!media) return;
    if (playing !== media) playing?.pause();
    playing = media;
    // 50 ms: a paused element stands slightly before or after the end.
    if (media.currentTime < startSeconds || media.currentTime >= endSeconds - 0.05)
      media.currentTime = startSeconds;
    // The browser refuses when the element has been paused or removed meanwhile; the element's own events show that.
    await media.play().catch(() => {});
  }, [element, startSeconds, endSeconds]);

  const seek = useCallback(
    (to: number) => {
      if (element.current) element.current.currentTime = to;
      setSeconds(to);
    },
    [element],
  );

  // The element's timeupdate events come four times a second, too late for the end of a short span.
  useEffect(() => {
    const media = element.current;
    if (!isPlaying || !media) return;
    let frame = 0;
    const step = () => {
      if (media.currentTime >= endSeconds) {
        media.pause();
        setSeconds(endSeconds);
        return;
      }
      setSeconds(media.currentTime);
      frame = requestAnimationFrame(step);
    };
    frame = requestAnimationFrame(step);
    return () => cancelAnimationFrame(frame);
  }, [isPlaying, element, endSeconds]);

  return {
    isPlaying,
    seconds,
    play,
    seek,
    pause: () => element.current?.pause(),
    /** For the media element. */
    events: {
      onPlay: () => setPlaying(true),
      onPause: () => setPlaying(false),
      onEnded: () => setPlaying(false),
    },
  };
}
