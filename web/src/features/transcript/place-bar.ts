const gap = 8;
/** The height of the highest form of the bar, with its distance. */
const formHeight = 300;
const isNarrow = () => window.innerWidth < 640;

/** The lines of the selected words that are on the screen. `box` is the place of the transcript. */
export const visibleRects = (ranges: readonly Range[], box: DOMRect): DOMRect[] =>
  ranges
    .flatMap((range) => [...range.getClientRects()])
    .filter(({ top, bottom, width }) => width > 0 && bottom > box.top && top < box.bottom);

/** Moves the bar above the selected words, else below them; on a phone to the bottom of the transcript. */
export function placeBar(element: HTMLElement, box: DOMRect, ranges: readonly Range[]): void {
  if (isNarrow()) {
    element.style.removeProperty('left');
    element.style.removeProperty('top');
    // Above what is below the transcript: the player and the navigation.
    element.style.bottom = `${document.documentElement.clientHeight - box.bottom + gap}px`;
    return;
  }
  element.style.removeProperty('bottom');
  const rects = visibleRects(ranges, box);
  const [first] = rects;
  if (!first) {
    // The words are off the screen; the keys still work.
    element.style.left = '-10000px';
    return;
  }
  const { width, height } = element.getBoundingClientRect();
  const above = Math.min(...rects.map(({ top }) => top)) - height - gap;
  const below = Math.max(...rects.map(({ bottom }) => bottom)) + gap;
  const top = above >= box.top + 4 ? above : below + height <= box.bottom ? below : box.top + gap;
  const left = Math.min(Math.max(first.left, box.left + gap), box.right - width - gap);
  element.style.top = `${top}px`;
  element.style.left = `${left}px`;
}

/**
 * What a form of the bar must not cover: the words and the bar. On a phone the bar is far from the words, so the form may
 * cover it. A selection that leaves no room above and below is covered from the bar on.
 */
export function formAnchor(bar: DOMRect, words: readonly DOMRect[]): DOMRect {
  const uncovered = isNarrow() && words.length > 0 ? words : [bar, ...words];
  const top = Math.max(0, Math.min(...uncovered.map((rect) => rect.top)));
  const bottom = Math.min(window.innerHeight, Math.max(...uncovered.map((rect) => rect.bottom)));
  const hasRoom = top >= formHeight || window.innerHeight - bottom >= formHeight;
  return hasRoom ? new DOMRect(bar.left, top, bar.width, bottom - top) : bar;
}
