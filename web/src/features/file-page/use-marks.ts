import { useState } from 'react';
import { useShortcuts } from '../../lib/shortcuts.ts';
import type { MediaPlayback, Span } from '../transcript/index.ts';
import { texts } from './texts.ts';

interface Marks {
  in?: number;
  out?: number;
}

/** Without marks, a clip starts where the player is and has this length. */
const defaultSeconds = 15;

/** The part between the marks, completed if one is missing. */
export function spanOf(marks: Marks, now: number, duration: number): Span {
  const start = marks.in ?? (marks.out === undefined ? now : Math.max(0, marks.out - defaultSeconds));
  const end = marks.out ?? start + defaultSeconds;
  return end > duration
    ? { start: Math.min(start, Math.max(0, duration - 1)), end: duration }
    : { start, end };
}

/** I marks the start of a clip and O its end, as in video editors. A mark on the wrong side of the other removes it. */
export function useMarks(playback: MediaPlayback, enabled: boolean) {
  const [marks, setMarks] = useState<Marks>({});
  const group = texts.playerGroup;
  useShortcuts(
    enabled
      ? [
          {
            keys: 'i',
            label: texts.markStart,
            group,
            run: () => {
              const now = playback.getTime();
              setMarks(({ out }) => ({ in: now, ...(out !== undefined && out > now ? { out } : {}) }));
            },
          },
          {
            keys: 'o',
            label: texts.markEnd,
            group,
            run: () => {
              const now = playback.getTime();
              setMarks((current) => ({
                out: now,
                ...(current.in !== undefined && current.in < now ? { in: current.in } : {}),
              }));
            },
          },
        ]
      : [],
  );
  return { marks, clearMarks: () => setMarks({}) };
}
