/** A label that wants to be beside a line of text. */
export interface WantedLabel {
  tagId: string;
  taggingIds: string[];
  /** The line where its highlight begins, from 0. */
  line: number;
}

/** A label in its place. `more` are the labels that found no line of their own and share this one. */
export interface PlacedLabel extends WantedLabel {
  more: WantedLabel[];
}

/**
 * Gives each label a line of its own: the one where its highlight begins, or the next free one. Labels beyond the last line share
 * it, so that labels never overlap, neither with each other nor with those of the next row.
 */
export function placeLabels(wanted: readonly WantedLabel[], lines: number): PlacedLabel[] {
  const last = Math.max(lines, 1) - 1;
  const sorted = [...wanted].sort((a, b) => a.line - b.line);
  const placed: PlacedLabel[] = [];
  // From the bottom, a label may be at most this many lines before the end, so that those after it find room.
  for (const [n, label] of sorted.entries()) {
    const before = placed.at(-1);
    const latest = Math.max(last - (sorted.length - 1 - n), 0);
    const line = Math.max(Math.min(label.line, latest), before ? before.line + 1 : 0);
    if (before && line > last) before.more.push(label);
    else placed.push({ ...label, line: Math.min(line, last), more: [] });
  }
  return placed;
}
