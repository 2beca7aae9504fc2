import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import type { Segment } from '../../data/transcript.ts';
import { formatTimecode } from '../../lib/format.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { useTranscript } from './context.ts';
import type { Replacement } from './model/replace.ts';
import { texts } from './replace-texts.ts';

interface ReplacePreviewProps {
  found: readonly Replacement<Segment>[];
  by: string;
  leftOut: ReadonlySet<string>;
  onToggle(segmentId: string): void;
}

/** The segments that change, with the words that go and those that come. Only the rows on the screen are rendered. */
export function ReplacePreview({ found, by, leftOut, onToggle }: ReplacePreviewProps) {
  const { transcript } = useTranscript();
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: found.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 68,
    getItemKey: (index) => found[index]?.segment.id ?? index,
    overscan: 6,
  });
  return (
    <section
      ref={scroller}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it.
      tabIndex={0}
      aria-label={texts.preview}
      className="max-h-[40vh] overflow-y-auto overscroll-contain rounded-lg border border-line"
    >
      <ul className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const { segment, parts } = found[index] as Replacement<Segment>;
          const place =
            transcript.time_basis === 'media'
              ? formatTimecode(segment.start_seconds)
              : texts.segment(index + 1);
          return (
            <li
              key={segment.id}
              ref={virtualizer.measureElement}
              data-index={index}
              style={{ transform: `translateY(${start}px)` }}
              className="absolute inset-x-0 top-0 flex gap-3 border-b border-line px-3 py-2"
            >
              <Checkbox
                label={texts.change(place)}
                checked={!leftOut.has(segment.id)}
                onChange={() => onToggle(segment.id)}
                className="mt-1"
              />
              <div className={`min-w-0 ${leftOut.has(segment.id) ? 'opacity-60' : ''}`}>
                <p className="text-xs text-soft">
                  {place} · <bdi>{segment.speaker}</bdi>
                </p>
                <p dir="auto" className="whitespace-pre-wrap">
                  {parts.map((part) =>
                    part.replaced ? <Replaced key={part.at} from={part.text} by={by} /> : part.text,
                  )}
                </p>
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

const Replaced = ({ from, by }: { from: string; by: string }) => (
  <>
    <del className="bg-danger-wash text-danger line-through">{from}</del>
    {by && <ins className="bg-accent-wash text-accent underline">{by}</ins>}
  </>
);
