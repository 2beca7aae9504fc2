import { useEffect, useRef, useState } from 'react';
import type { Tag } from '../../data/tags.ts';
import { tagStyle } from '../../ui/tag-colors.ts';
import { textAttribute } from './model/dom-offsets.ts';
import type { Span } from './model/highlights.ts';
import { type PlacedLabel, placeLabels, type WantedLabel } from './model/label-places.ts';
import { texts } from './texts.ts';

interface MarginLabelsProps {
  segmentId: string;
  spans: readonly Span[];
  tags: ReadonlyMap<string, Tag>;
  onOpen(taggingIds: string[], label: HTMLElement): void;
}

/** The names of the tags of a row, each beside the line where its highlight begins. A click opens the highlight. */
export function MarginLabels({ segmentId, spans, tags, onOpen }: MarginLabelsProps) {
  const root = useRef<HTMLDivElement>(null);
  const [placed, setPlaced] = useState<PlacedLabel[]>([]);
  useEffect(() => {
    const text = root.current?.closest('li')?.querySelector<HTMLElement>(`[${textAttribute}]`);
    if (!text) return;
    // Lines are known after the layout, and change with the width of the text.
    const observer = new ResizeObserver(() => {
      const lines = Math.round(text.offsetHeight / lineHeight);
      setPlaced(placeLabels(wantedLabels(text, segmentId, spans), lines));
    });
    observer.observe(text);
    return () => observer.disconnect();
  }, [segmentId, spans]);

  const nameOf = ({ tagId }: WantedLabel) => tags.get(tagId)?.name ?? texts.unknownTag;
  return (
    <div ref={root} className="relative my-1 min-w-0 flex-1 select-none pointer-coarse:my-2.5">
      {placed.map((label) => {
        const all = [label, ...label.more];
        const shown =
          label.more.length === 0 ? nameOf(label) : texts.tagAndMore(nameOf(label), label.more.length);
        const suggested = spans.some(
          ({ highlight }) => highlight.suggested && label.taggingIds.includes(highlight.id),
        );
        return (
          <button
            key={label.taggingIds[0]}
            type="button"
            tabIndex={-1}
            dir="auto"
            // Contains what is shown, for those who speak to the browser.
            aria-label={texts.openTags([shown, ...label.more.map(nameOf)])}
            title={all.map(nameOf).join(', ')}
            onClick={(event) =>
              onOpen(
                all.flatMap(({ taggingIds }) => taggingIds),
                event.currentTarget,
              )
            }
            style={{ ...tagStyle(tags.get(label.tagId)?.color), top: label.line * lineHeight }}
            className={`absolute inset-x-0 h-6 truncate border-s-2 border-(--tag-dot) ps-1.5 text-start text-xs text-soft hover:text-ink ${suggested ? 'border-dashed italic' : ''}`}
          >
            {shown}
          </button>
        );
      })}
    </div>
  );
}

/** Of the text of a segment, in pixels. */
const lineHeight = 24;

/** The tags whose highlights begin in this segment, with the line of the first one. */
function wantedLabels(text: HTMLElement, segmentId: string, spans: readonly Span[]): WantedLabel[] {
  const top = text.getBoundingClientRect().top;
  const lineOf = (taggingId: string) => {
    const mark = text.querySelector(`[data-highlights~="${CSS.escape(taggingId)}"]`);
    // A mark over several lines has a rectangle for each.
    const [first] = mark?.getClientRects() ?? [];
    return first ? Math.max(0, Math.floor((first.top + first.height / 2 - top) / lineHeight)) : 0;
  };
  const labels = new Map<string, WantedLabel>();
  for (const { highlight } of spans) {
    if (highlight.segmentId !== segmentId) continue;
    const { id, tagId } = highlight;
    const line = lineOf(id);
    const key = `${tagId} ${line}`;
    const known = labels.get(key);
    if (known) known.taggingIds.push(id);
    else labels.set(key, { tagId, taggingIds: [id], line });
  }
  return [...labels.values()];
}
