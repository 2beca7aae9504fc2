/** The elements of the rendered rows by segment, and which row is marked as the spoken one. */
export interface RowElements {
  get(segmentId: string): HTMLElement | undefined;
  /** Segments in the order in which their rows were rendered. */
  ids(): Iterable<string>;
  /** Returns the function that removes the row. */
  add(segmentId: string, element: HTMLElement): () => void;
  /** Marks the row now, or as soon as it is rendered. Null marks no row. */
  mark(segmentId: string | null): void;
  readonly markedId: string | null;
}

/** Outside React, because playing moves the mark: it changes an attribute of two rows and renders nothing. */
export function createRowElements(): RowElements {
  const elements = new Map<string, HTMLElement>();
  let markedId: string | null = null;
  const find = (segmentId: string | null) => (segmentId === null ? undefined : elements.get(segmentId));
  return {
    get: (segmentId) => elements.get(segmentId),
    ids: () => elements.keys(),
    add(segmentId, element) {
      elements.set(segmentId, element);
      if (segmentId === markedId) element.setAttribute('aria-current', 'true');
      return () => {
        if (elements.get(segmentId) === element) elements.delete(segmentId);
      };
    },
    mark(segmentId) {
      if (segmentId === markedId) return;
      find(markedId)?.removeAttribute('aria-current');
      markedId = segmentId;
      find(markedId)?.setAttribute('aria-current', 'true');
    },
    get markedId() {
      return markedId;
    },
  };
}
