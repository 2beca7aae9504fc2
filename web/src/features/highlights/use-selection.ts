import { useRef, useState } from 'react';
import type { Highlight } from '../../data/highlights.ts';

export interface Selection {
  highlights: ReadonlyMap<string, Highlight>;
  /** Selects or clears one; with `isRange` everything between it and the last one. */
  toggle(key: string, isRange: boolean): void;
  selectAll(): void;
  clear(): void;
}

interface ShownHighlight {
  key: string;
  highlight: Highlight;
}

/** The selected highlights. One that is in two groups is selected in both. */
export function useSelection(shown: readonly ShownHighlight[]): Selection {
  const [highlights, setHighlights] = useState<ReadonlyMap<string, Highlight>>(new Map());
  const last = useRef<string | undefined>(undefined);
  return {
    highlights,
    toggle(key, isRange) {
      const to = shown.findIndex((one) => one.key === key);
      const from = isRange ? shown.findIndex((one) => one.key === last.current) : to;
      const target = shown[to];
      if (!target) return;
      last.current = key;
      const range = from === -1 ? [target] : shown.slice(Math.min(from, to), Math.max(from, to) + 1);
      // Shift+J selects twice before the page renders again.
      setHighlights((before) => {
        const next = new Map(before);
        const selects = isRange || !before.has(target.highlight.id);
        for (const { highlight } of range) {
          if (selects) next.set(highlight.id, highlight);
          else next.delete(highlight.id);
        }
        return next;
      });
    },
    selectAll: () => setHighlights(new Map(shown.map(({ highlight }) => [highlight.id, highlight]))),
    clear: () => setHighlights(new Map()),
  };
}
