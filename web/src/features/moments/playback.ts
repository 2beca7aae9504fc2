import { isPlayable, type Moment, type PlayableMoment } from './moment.ts';

/** Why a moment does not play. `gone`: the recording was deleted, or the access to it has ended. */
export type Failure = 'gone' | 'no_recording' | 'unplayable' | 'unreachable';

export class PlaybackError extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure);
    this.failure = failure;
  }
}

export interface PlaybackState {
  /** The moment that plays, is paused or failed. */
  moment: PlayableMoment | null;
  status: 'idle' | 'loading' | 'playing' | 'paused' | 'failed';
  failure: Failure | null;
}

export interface PlayOptions {
  /** A link to the recording; `renew` asks for another one than before. Throws a `PlaybackError`. */
  findRecording(fileId: string, renew: boolean): Promise<string>;
  /** What to play after the end of a moment. Moments without sound are skipped. */
  next?: ((moment: Moment) => Moment | undefined) | undefined;
}

const idle: PlaybackState = { moment: null, status: 'idle', failure: null };

/** A moment that stands this close to its end starts again. */
const nearEndSeconds = 0.05;

/**
 * Plays moments, one at a time, with an audio element that is not in the document. It is a store outside React, so that only the rows
 * that use its state render again.
 */
export function createMomentPlayback(createMedia: () => HTMLMediaElement = () => new Audio()) {
  let media: HTMLMediaElement | undefined;
  let state = idle;
  let options: PlayOptions | undefined;
  let seconds = 0;
  let frame = 0;
  /** The number of the last start, so that a link that arrives after another start is ignored. */
  let starts = 0;
  let hasRenewed = false;
  const rows = new Map<string, number>();
  const listeners = new Set<() => void>();

  const notify = () => {
    for (const listener of listeners) listener();
  };
  const setState = (change: Partial<PlaybackState>) => {
    state = { ...state, ...change };
    notify();
  };
  const setSeconds = (value: number) => {
    // Ten times a second is smooth for a line of a few centimetres.
    const rounded = Math.round(value * 10) / 10;
    if (rounded === seconds) return;
    seconds = rounded;
    notify();
  };

  const isActive = () => state.status === 'playing' || state.status === 'loading';

  const readTime = () => {
    if (!media || !state.moment || state.status !== 'playing') return;
    setSeconds(Math.min(media.currentTime, state.moment.end_seconds));
    if (media.currentTime >= state.moment.end_seconds) finish();
  };
  const runFrames = () => {
    cancelAnimationFrame(frame);
    if (state.status !== 'playing') return;
    readTime();
    frame = requestAnimationFrame(runFrames);
  };

  const finish = () => {
    const ended = state.moment;
    media?.pause();
    const following = ended && findNext(ended);
    if (following) void start(following);
    else stop();
  };
  const findNext = (ended: Moment): PlayableMoment | undefined => {
    let moment = options?.next?.(ended);
    while (moment && !isPlayable(moment)) moment = options?.next?.(moment);
    return moment;
  };

  const fail = (failure: Failure) => {
    media?.pause();
    setState({ status: 'failed', failure });
  };

  const getMedia = () => {
    if (media) return media;
    const element = createMedia();
    element.preload = 'auto';
    element.addEventListener('playing', () => {
      if (state.status !== 'loading') return;
      setState({ status: 'playing' });
      runFrames();
    });
    element.addEventListener('pause', () => {
      if (state.status === 'playing') setState({ status: 'paused' });
    });
    element.addEventListener('ended', () => {
      if (state.moment) finish();
    });
    // Frames stop in a hidden tab; this event does not.
    element.addEventListener('timeupdate', readTime);
    // A link expires after a while, so the first failure asks for another one.
    element.addEventListener('error', () => {
      if (!isActive() || !element.getAttribute('src')) return;
      if (hasRenewed) fail('unplayable');
      else void load(Math.max(seconds, state.moment?.start_seconds ?? 0), true);
    });
    // Events of media do not bubble, but they are captured: what else starts on the page stops this moment.
    document.addEventListener('play', ({ target }) => target !== element && pause(), { capture: true });
    media = element;
    return element;
  };

  const load = async (at: number, renew: boolean) => {
    const { moment } = state;
    if (!moment || !options) return;
    const element = getMedia();
    const ownStart = ++starts;
    hasRenewed = renew;
    setState({ status: 'loading', failure: null });
    setSeconds(at);
    try {
      const url = await options.findRecording(moment.file_id, renew);
      if (ownStart !== starts) return;
      // The same link goes on without loading the recording again.
      if (element.getAttribute('src') !== url || renew) element.src = url;
      element.currentTime = at;
      await element.play();
    } catch (error) {
      if (ownStart !== starts) return;
      if (error instanceof PlaybackError) fail(error.failure);
      // The browser refuses to play before the user has used the page.
      else if (error instanceof DOMException && error.name === 'NotAllowedError')
        setState({ status: 'paused' });
      // Anything else comes with an error event of the element, or because it was paused meanwhile.
    }
  };

  const start = (moment: PlayableMoment) => {
    for (const other of document.querySelectorAll<HTMLMediaElement>('audio, video')) other.pause();
    state = { ...idle, moment };
    return load(moment.start_seconds, false);
  };

  const pause = () => {
    if (!isActive()) return;
    starts++;
    setState({ status: 'paused' });
    media?.pause();
  };

  const stop = () => {
    starts++;
    state = idle;
    seconds = 0;
    media?.pause();
    cancelAnimationFrame(frame);
    notify();
  };

  const play = (moment: PlayableMoment, playOptions: PlayOptions) => {
    options = playOptions;
    if (state.moment?.id !== moment.id) return start(moment);
    for (const other of document.querySelectorAll<HTMLMediaElement>('audio, video')) other.pause();
    const isAtEnd = seconds >= moment.end_seconds - nearEndSeconds;
    return load(isAtEnd || seconds < moment.start_seconds ? moment.start_seconds : seconds, false);
  };

  return {
    getState: () => state,
    /** The position in the recording. */
    getSeconds: () => seconds,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    play,
    pause,
    stop,
    toggle(moment: PlayableMoment, playOptions: PlayOptions): void {
      if (state.moment?.id === moment.id && isActive()) pause();
      else void play(moment, playOptions);
    },
    /** A row shows this moment until the returned function is called. Without a row it stops. */
    addRow(momentId: string): () => void {
      rows.set(momentId, (rows.get(momentId) ?? 0) + 1);
      return () => {
        const left = (rows.get(momentId) ?? 1) - 1;
        if (left > 0) rows.set(momentId, left);
        else rows.delete(momentId);
        if (left === 0 && state.moment?.id === momentId) stop();
      };
    },
  };
}

export type MomentPlayback = ReturnType<typeof createMomentPlayback>;

/** The one that the page plays with. */
export const momentPlayback = createMomentPlayback();
