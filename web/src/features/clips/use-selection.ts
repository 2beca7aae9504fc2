import { useState } from 'react';
import type { Clip } from '../../data/clips.ts';

export interface Selection {
  /** In the order in which they were selected. */
  clips: readonly Clip[];
  /** 1 for the clip that plays first; 0 if it is not selected. */
  place(clipId: string): number;
  toggle(clip: Clip): void;
  reorder(clips: readonly Clip[]): void;
  clear(): void;
}

export function useSelection(): Selection {
  const [clips, setClips] = useState<readonly Clip[]>([]);
  return {
    clips,
    place: (clipId) => clips.findIndex(({ id }) => id === clipId) + 1,
    toggle: (clip) =>
      setClips((all) =>
        all.some(({ id }) => id === clip.id) ? all.filter(({ id }) => id !== clip.id) : [...all, clip],
      ),
    reorder: setClips,
    clear: () => setClips([]),
  };
}
