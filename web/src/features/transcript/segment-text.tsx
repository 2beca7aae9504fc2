import { type CSSProperties, memo } from 'react';
import type { Tag } from '../../data/tags.ts';
import { tagHue } from '../../ui/tag-colors.ts';
import { textAttribute } from './model/dom-offsets.ts';
import { type Highlight, type Run, runsOf, type Span } from './model/highlights.ts';
import { texts } from './texts.ts';

interface SegmentTextProps {
  segmentId: string;
  text: string;
  spans: readonly Span[];
  tags: ReadonlyMap<string, Tag>;
}

/** The words of a segment with their highlights. Its text nodes are exactly the text: offsets are computed from them. */
export const SegmentText = memo(function SegmentText({ segmentId, text, spans, tags }: SegmentTextProps) {
  return (
    <div
      {...{ [textAttribute]: segmentId }}
      dir="auto"
      className="min-w-0 cursor-text text-md whitespace-pre-wrap select-text"
    >
      {runsOf(text, spans).map((run) =>
        run.highlights.length === 0 ? run.text : <HighlightedRun key={run.start} run={run} tags={tags} />,
      )}
    </div>
  );
});

function HighlightedRun({ run, tags }: { run: Run; tags: ReadonlyMap<string, Tag> }) {
  const names = run.highlights.map((highlight) => nameOf(highlight, tags)).join(', ');
  return (
    <mark
      title={names}
      aria-description={names}
      data-highlights={run.highlights.map(({ id }) => id).join(' ')}
      style={layersOf(run.highlights, tags)}
      className="cursor-pointer rounded-sm text-ink"
    >
      {run.text}
    </mark>
  );
}

const nameOf = ({ tagId, suggested }: Highlight, tags: ReadonlyMap<string, Tag>) => {
  const name = tags.get(tagId)?.name ?? texts.unknownTag;
  return suggested ? texts.suggestedName(name) : name;
};

/** At most this many lines fit under a line of text. */
const linesMax = 3;

/**
 * The shortest accepted highlight colours the background; each further one is a line below the text. A suggestion is a
 * dashed line.
 */
function layersOf(highlights: readonly Highlight[], tags: ReadonlyMap<string, Tag>): CSSProperties {
  const color = (highlight: Highlight, part: 'wash' | 'dot') =>
    `var(--tag-${tagHue(tags.get(highlight.tagId)?.color)}-${part})`;
  const accepted = highlights.filter((highlight) => !highlight.suggested);
  const filled = accepted.at(-1);
  const lines = [...accepted.slice(0, -1), ...highlights.filter(({ suggested }) => suggested)].slice(
    0,
    linesMax,
  );
  const images = lines.map((line) =>
    line.suggested
      ? `repeating-linear-gradient(to right, ${color(line, 'dot')} 0 5px, transparent 5px 8px)`
      : `linear-gradient(${color(line, 'dot')}, ${color(line, 'dot')})`,
  );
  return {
    backgroundColor: filled ? color(filled, 'wash') : 'transparent',
    ...(images.length === 0
      ? {}
      : {
          backgroundImage: images.join(', '),
          backgroundPosition: lines.map((_, n) => `0 calc(100% - ${n * 3}px)`).join(', '),
          backgroundSize: '100% 2px',
          backgroundRepeat: 'no-repeat',
          paddingBottom: `${lines.length * 3 - 1}px`,
        }),
  };
}
