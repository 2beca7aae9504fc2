/** A thread, and how far below the top of the margin its line is. */
export interface Place {
  id: string;
  top: number;
}

/** What stands at a line: one thread, or several whose markers would overlap. */
export interface MarginItem {
  ids: string[];
  top: number;
}

/** The height of a marker with the gap to the next one. */
export const markerPx = 36;

interface Layout {
  above: MarginItem[];
  below: MarginItem[];
}

/**
 * Places the markers so that nothing overlaps: the active thread is at its line, and the markers that it would cover move above or
 * below it. Markers without room become one. `places` are in the order of the text.
 */
export function layoutMargin(places: readonly Place[], active?: { id: string; height: number }): Layout {
  const at = active ? places.findIndex(({ id }) => id === active.id) : -1;
  const open = places[at];
  if (!active || !open) return { above: [], below: stack(places, 0) };
  const others = places.toSpliced(at, 1);
  // Nothing fits above it.
  if (open.top < markerPx) return { above: [], below: stack(others, open.top + active.height) };
  const above: MarginItem[] = [];
  let limit = open.top - markerPx;
  for (const { id, top } of places.slice(0, at).toReversed()) {
    const [last] = above;
    if (last && top > limit) last.ids.unshift(id);
    else above.unshift({ ids: [id], top: Math.max(0, Math.min(top, limit)) });
    limit = (above[0] as MarginItem).top - markerPx;
  }
  return { above, below: stack(places.slice(at + 1), open.top + active.height) };
}

/** From top to bottom, none above `limit`. */
function stack(places: readonly Place[], limit: number): MarginItem[] {
  const items: MarginItem[] = [];
  for (const { id, top } of places) {
    const last = items.at(-1);
    const free = last ? last.top + markerPx : limit;
    if (last && top < free) last.ids.push(id);
    else items.push({ ids: [id], top: Math.max(top, free) });
  }
  return items;
}
