/** Moves one element to another position. */
export function moveItem<T>(items: readonly T[], from: number, to: number): T[] {
  const rest = items.filter((_, index) => index !== from);
  const [item] = items.slice(from, from + 1);
  return item === undefined ? [...items] : [...rest.slice(0, to), item, ...rest.slice(to)];
}

/** Where a dragged element lands: it passes another one when its centre passes the centre of that one. */
export function dropIndex(centres: readonly number[], from: number, centre: number): number {
  return centres.filter((other, index) => index !== from && other < centre).length;
}

/** How far the element at `index` moves aside while another one is dragged, in heights of the dragged element. */
export function shiftOf(index: number, from: number, to: number): -1 | 0 | 1 {
  if (index > from && index <= to) return -1;
  if (index < from && index >= to) return 1;
  return 0;
}
