import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { isMedia } from '../../data/file.ts';
import { playableFileQuery } from '../../data/playable-file.ts';
import { ApiError } from '../../lib/errors.ts';
import { isPlayable, type Moment } from './moment.ts';
import { type Failure, momentPlayback, PlaybackError, type PlayOptions } from './playback.ts';

const { subscribe, getState, getSeconds } = momentPlayback;

export interface MomentState {
  status: 'idle' | 'loading' | 'playing' | 'paused' | 'failed';
  failure: Failure | null;
  /** Plays or pauses. Does nothing if the moment has no sound. */
  toggle(): void;
}

/** The playing of one moment, for the row that shows it. The moment stops when the row disappears. */
export function useMoment(moment: Moment, next?: PlayOptions['next']): MomentState {
  const { toggle } = useMomentPlayback(next);
  const own = useSyncExternalStore(subscribe, () =>
    getState().moment?.id === moment.id ? getState() : null,
  );
  useEffect(() => momentPlayback.addRow(moment.id), [moment.id]);
  return {
    status: own?.status ?? 'idle',
    failure: own?.failure ?? null,
    toggle: () => toggle(moment),
  };
}

/** Plays moments from outside of their rows, for example by a key of the page. What plays stops with the component. */
export function useMomentPlayback(next?: PlayOptions['next']) {
  const findRecording = useFindRecording();
  const latestNext = useRef(next);
  useEffect(() => {
    latestNext.current = next;
  });
  const options = { findRecording, next: (ended: Moment) => latestNext.current?.(ended) };
  return {
    toggle(moment: Moment): void {
      if (isPlayable(moment)) momentPlayback.toggle(moment, options);
    },
    stop: momentPlayback.stop,
  };
}

/** The id of the moment that plays, loads, is paused or failed. */
export const useCurrentMomentId = (): string | null =>
  useSyncExternalStore(subscribe, () => getState().moment?.id ?? null);

/** Where the moment that plays is, in seconds of its recording. */
export const useMomentSeconds = (): number => useSyncExternalStore(subscribe, getSeconds);

function useFindRecording(): PlayOptions['findRecording'] {
  const queryClient = useQueryClient();
  return async (fileId, renew) => {
    const file = await queryClient
      .fetchQuery({ ...playableFileQuery(fileId), ...(renew ? { staleTime: 0 } : {}) })
      .catch((error: unknown) => {
        throw new PlaybackError(failureOf(error));
      });
    if (!isMedia(file)) throw new PlaybackError('no_recording');
    if (!file.download_url) throw new PlaybackError('gone');
    return file.download_url;
  };
}

const failureOf = (error: unknown): Failure =>
  error instanceof ApiError && [403, 404, 410].includes(error.status) ? 'gone' : 'unreachable';
