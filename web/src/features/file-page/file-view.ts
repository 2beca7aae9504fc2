import { useEffect, useRef } from 'react';
import type { MediaPlayback } from '../transcript/index.ts';

export const sideTabs = ['tags', 'summary', 'notes', 'clips', 'comments', 'history'] as const;
export type SideTab = (typeof sideTabs)[number];
export const documentViews = ['text', 'pages'] as const;
export type DocumentView = (typeof documentViews)[number];

/** The state of the page that its address holds. */
export interface FileView {
  /** The moment in seconds. */
  t?: number;
  tab?: SideTab;
  /** For files with pages: their text, or the pages themselves. */
  view?: DocumentView;
  /** Show only the highlights of this tag. */
  tag?: string;
  /** The comment to show. */
  comment?: string;
}

export type ChangeView = (change: { [Key in keyof FileView]?: FileView[Key] | undefined }) => void;

/** What `?t=12&tab=notes` says; anything else is left out. */
export function parseFileView({ t, tab, view, tag, comment }: Record<string, unknown>): FileView {
  const seconds = typeof t === 'number' || (typeof t === 'string' && t !== '') ? Number(t) : Number.NaN;
  return {
    ...(Number.isFinite(seconds) && seconds >= 0 ? { t: seconds } : {}),
    ...(isOneOf(sideTabs, tab) ? { tab } : comment ? { tab: 'comments' } : {}),
    ...(isOneOf(documentViews, view) ? { view } : {}),
    ...(typeof tag === 'string' && tag !== '' ? { tag } : {}),
    ...(typeof comment === 'string' && comment !== '' ? { comment } : {}),
  };
}

const isOneOf = <Value extends string>(values: readonly Value[], value: unknown): value is Value =>
  values.some((one) => one === value);

/** Jumps to the time in the address, and writes the time into the address when the player stops. */
export function useTimeInAddress(playback: MediaPlayback, t: number | undefined, change: ChangeView): void {
  const { playing } = playback.useState();
  const wasPlaying = useRef(false);
  useEffect(() => {
    // The page itself wrote this time.
    if (t !== undefined && Math.abs(t - playback.getTime()) >= 1) playback.seek(t);
  }, [playback, t]);
  useEffect(() => {
    if (wasPlaying.current && !playing) change({ t: Math.floor(playback.getTime()) });
    wasPlaying.current = playing;
  });
}
