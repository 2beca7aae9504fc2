import { useSyncExternalStore } from 'react';

/** A part of a recording. */
export interface Span {
  start: number;
  end: number;
}

/** What the transcript needs of the player. */
export interface Playback {
  /** The time in seconds. Rerenders the component at most four times a second. */
  useTime(): number;
  /** Calls `listener` with the time whenever it changes: for each frame while the media plays. */
  subscribe(listener: (seconds: number) => void): () => void;
  getTime(): number;
  /** Ends the playing of a span. Works before the media has loaded, and without media. */
  seek(seconds: number, play?: boolean): void;
  isPlaying(): boolean;
  /** Null until it is known, and without media. */
  readonly duration: number | null;
}

export interface PlaybackState {
  playing: boolean;
  /** The media waits for data. */
  waiting: boolean;
  duration: number | null;
  rate: number;
  /** The part that plays. */
  span: Span | null;
  /** Whether the span, or without a span the whole media, starts again at its end. */
  loop: boolean;
  muted: boolean;
}

export interface MediaPlayback extends Playback {
  /** Rerenders when the state changes, not when the time changes. */
  useState(): PlaybackState;
  getState(): PlaybackState;
  /** Controls this element until the returned function is called. */
  attach(element: HTMLMediaElement): () => void;
  /** Before the media has loaded, `duration` is the length that the server measured. */
  setDuration(seconds: number | null): void;
  play(): void;
  pause(): void;
  toggle(): void;
  /** Limited to the range of `rates`. */
  setRate(rate: number): void;
  /** The next faster (1) or slower (-1) rate. */
  stepRate(direction: 1 | -1): void;
  /** Plays the span once, or again and again. */
  playSpan(span: Span, loop?: boolean): void;
  setLoop(loop: boolean): void;
  setMuted(muted: boolean): void;
}

export const rates = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, 3];
const slowest = 0.5;
const fastest = 3;
/** `useTime` rerenders four times a second. */
const renderIntervalMs = 250;

const initial: PlaybackState = {
  playing: false,
  waiting: false,
  duration: null,
  rate: 1,
  span: null,
  loop: false,
  muted: false,
};

/** Stores time and state of a media element outside React, so that playing rerenders nothing but what asks for it. */
export function createPlayback(): MediaPlayback {
  let element: HTMLMediaElement | null = null;
  let state = initial;
  let time = 0;
  let shownTime = 0;
  let shownAt = Number.NEGATIVE_INFINITY;
  /** A seek before there is an element, or before it knows its length. */
  let pendingSeek: { seconds: number; play: boolean } | null = null;
  let frame = 0;
  const timeListeners = new Set<(seconds: number) => void>();
  const shownListeners = new Set<() => void>();
  const stateListeners = new Set<() => void>();

  const setState = (change: Partial<PlaybackState>) => {
    const keys = Object.keys(change) as (keyof PlaybackState)[];
    if (keys.every((key) => Object.is(state[key], change[key]))) return;
    state = { ...state, ...change };
    for (const listener of stateListeners) listener();
  };

  const setTime = (seconds: number, showNow: boolean) => {
    const now = performance.now();
    if (seconds !== time) {
      time = seconds;
      for (const listener of timeListeners) listener(time);
    }
    if (shownTime !== time && (showNow || now - shownAt >= renderIntervalMs)) {
      shownTime = time;
      shownAt = now;
      for (const listener of shownListeners) listener();
    }
  };

  const clamp = (seconds: number) =>
    Math.max(0, Math.min(seconds, state.duration ?? Number.POSITIVE_INFINITY));

  const moveTo = (seconds: number) => {
    const target = clamp(seconds);
    if (element && element.readyState > 0) element.currentTime = target;
    else pendingSeek = { seconds: target, play: pendingSeek?.play ?? false };
    setTime(target, true);
  };

  const startPlaying = () => {
    // A browser refuses to play before the user has used the page. The state then remains "paused".
    void element?.play().catch(() => {});
  };

  const endOfSpan = () => {
    const { span, loop } = state;
    if (!element || !span || element.currentTime < span.end) return;
    if (loop) element.currentTime = span.start;
    else {
      setState({ span: null });
      element.pause();
      element.currentTime = span.end;
    }
  };

  const readTime = (showNow: boolean) => {
    if (!element || pendingSeek) return;
    endOfSpan();
    setTime(element.currentTime, showNow);
  };

  const runFrames = () => {
    cancelAnimationFrame(frame);
    if (!element || element.paused) return;
    readTime(false);
    frame = requestAnimationFrame(runFrames);
  };

  function attach(media: HTMLMediaElement): () => void {
    const abort = new AbortController();
    const on = (events: string, listener: () => void) => {
      for (const event of events.split(' '))
        media.addEventListener(event, listener, { signal: abort.signal });
    };
    element = media;
    media.playbackRate = state.rate;
    media.muted = state.muted;
    media.loop = state.loop && !state.span;
    if (time > 0 && !pendingSeek) pendingSeek = { seconds: time, play: false };
    const loaded = () => {
      if (Number.isFinite(media.duration)) setState({ duration: media.duration });
      // Loading a source resets the rate.
      media.playbackRate = state.rate;
      if (!pendingSeek) return;
      const { seconds, play } = pendingSeek;
      pendingSeek = null;
      media.currentTime = clamp(seconds);
      if (play) startPlaying();
    };
    on('loadedmetadata durationchange', loaded);
    // The element got another source, such as a renewed link: it goes on where it was.
    on('emptied', () => {
      if (time > 0) pendingSeek ??= { seconds: time, play: state.playing };
    });
    on('play playing', () => {
      setState({ playing: true, waiting: false });
      runFrames();
    });
    on('pause ended', () => {
      setState({ playing: false, waiting: false });
      readTime(true);
    });
    on('waiting', () => setState({ waiting: true }));
    on('canplay', () => setState({ waiting: false }));
    on('seeked', () => readTime(true));
    // Frames stop in a hidden tab; this event does not.
    on('timeupdate', () => readTime(false));
    on('volumechange', () => setState({ muted: media.muted }));
    on('ratechange', () => {
      if (media.readyState > 0) setState({ rate: media.playbackRate });
    });
    if (media.readyState > 0) loaded();
    return () => {
      abort.abort();
      cancelAnimationFrame(frame);
      if (element === media) element = null;
      setState({ playing: false, waiting: false });
    };
  }

  const playback: MediaPlayback = {
    useTime: () =>
      useSyncExternalStore(
        (listener) => {
          shownListeners.add(listener);
          return () => shownListeners.delete(listener);
        },
        () => shownTime,
      ),
    useState: () =>
      useSyncExternalStore(
        (listener) => {
          stateListeners.add(listener);
          return () => stateListeners.delete(listener);
        },
        () => state,
      ),
    subscribe(listener) {
      timeListeners.add(listener);
      return () => timeListeners.delete(listener);
    },
    getTime: () => time,
    getState: () => state,
    isPlaying: () => state.playing,
    get duration() {
      return state.duration;
    },
    attach,
    setDuration(seconds) {
      if (!element || element.readyState === 0) setState({ duration: seconds });
    },
    seek(seconds, play = false) {
      setState({ span: null });
      moveTo(seconds);
      if (play) playback.play();
    },
    play() {
      if (pendingSeek) pendingSeek.play = true;
      else startPlaying();
    },
    pause() {
      if (pendingSeek) pendingSeek.play = false;
      element?.pause();
    },
    toggle: () => (state.playing ? playback.pause() : playback.play()),
    setRate(rate) {
      const limited = Math.max(slowest, Math.min(rate, fastest));
      setState({ rate: limited });
      if (element) element.playbackRate = limited;
    },
    stepRate(direction) {
      const next =
        direction === 1
          ? rates.find((rate) => rate > state.rate)
          : rates.findLast((rate) => rate < state.rate);
      if (next !== undefined) playback.setRate(next);
    },
    playSpan(span, loop = false) {
      setState({ span, loop });
      if (element) element.loop = false;
      moveTo(span.start);
      playback.play();
    },
    setLoop(loop) {
      setState({ loop });
      if (element) element.loop = loop && !state.span;
    },
    setMuted(muted) {
      setState({ muted });
      if (element) element.muted = muted;
    },
  };
  return playback;
}
