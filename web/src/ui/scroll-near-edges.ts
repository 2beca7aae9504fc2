export interface Point {
  x: number;
  y: number;
}

const edgePx = 56;
const fastestPx = 18;

/** How far to scroll in one frame: faster the nearer the pointer is to the edge, 0 away from it. */
export function scrollStep(position: number, start: number, end: number): number {
  // In a small area, a part in the middle does not scroll.
  const edge = Math.min(edgePx, (end - start) / 4);
  if (position < start + edge) return -Math.ceil(Math.min(1, (start + edge - position) / edge) * fastestPx);
  if (position > end - edge) return Math.ceil(Math.min(1, (position - end + edge) / edge) * fastestPx);
  return 0;
}

/** Scrolls the areas under the pointer at whose edges it is. Returns whether one of them moved. */
export function scrollNearEdges({ x, y }: Point, under: Element | null): boolean {
  let moved = false;
  for (let element = under; element && element !== document.body; element = element.parentElement) {
    const style = getComputedStyle(element);
    const box = element.getBoundingClientRect();
    if (/auto|scroll/.test(style.overflowY) && element.scrollHeight > element.clientHeight) {
      const before = element.scrollTop;
      element.scrollTop += scrollStep(y, box.top, box.bottom);
      moved ||= element.scrollTop !== before;
    }
    if (/auto|scroll/.test(style.overflowX) && element.scrollWidth > element.clientWidth) {
      const before = element.scrollLeft;
      element.scrollLeft += scrollStep(x, box.left, box.right);
      moved ||= element.scrollLeft !== before;
    }
  }
  return moved;
}
