import { lengthOf, toCharacter, toUtf16 } from './code-points.ts';
import type { Position } from './selection.ts';

/** The element with the text of a segment has this attribute; its value is the id of the segment. */
export const textAttribute = 'data-segment-text';

/** The element with the text of a segment that contains a node. */
export function textElementOf(node: Node | null): HTMLElement | null {
  const element = node instanceof Element ? node : (node?.parentElement ?? null);
  return element?.closest<HTMLElement>(`[${textAttribute}]`) ?? null;
}

/** The place in the transcript of a point in the page. Undefined if the point is not in the text of a segment. */
export function positionOf(node: Node | null, offset: number): Position | undefined {
  const element = textElementOf(node);
  if (!node || !element) return undefined;
  let character = 0;
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  // A point in an element lies before its child with this index.
  const boundary = node.nodeType === Node.TEXT_NODE ? node : (node.childNodes[offset] ?? null);
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const value = text.nodeValue ?? '';
    if (text === node) return found(element, character + toCharacter(value, offset));
    if (isAtOrAfter(text, node, boundary)) return found(element, character);
    character += lengthOf(value);
  }
  return found(element, character);
}

const found = (element: HTMLElement, character: number): Position => ({
  segmentId: element.getAttribute(textAttribute) as string,
  character,
});

/** Whether a text node comes at or after the point before `boundary`, or after the end of `parent` without one. */
function isAtOrAfter(text: Node, parent: Node, boundary: Node | null): boolean {
  if (boundary) return boundary.contains(text) || Boolean(boundary.compareDocumentPosition(text) & following);
  return !parent.contains(text) && Boolean(parent.compareDocumentPosition(text) & following);
}
const following = 4; // Node.DOCUMENT_POSITION_FOLLOWING

/** The point in the page of a character of a segment's text. */
export function pointOf(element: HTMLElement, character: number): { node: Node; offset: number } {
  let left = character;
  let last: Node | null = null;
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const value = text.nodeValue ?? '';
    const length = lengthOf(value);
    if (left <= length) return { node: text, offset: toUtf16(value, left) };
    left -= length;
    last = text;
  }
  return last ? { node: last, offset: (last.nodeValue ?? '').length } : { node: element, offset: 0 };
}
