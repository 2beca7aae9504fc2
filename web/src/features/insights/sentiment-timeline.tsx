import type { KeyboardEvent, PointerEvent } from 'react';
import type { SegmentSentiment } from '../../data/sentiment.ts';
import { formatTimecode } from '../../lib/format.ts';
import { moodOf } from './mood-of.ts';
import { texts } from './texts.ts';

interface SentimentTimelineProps {
  name: string;
  segments: readonly SegmentSentiment[];
  currentId: string | undefined;
  playingId: string | null;
  isTall: boolean;
  onMove(segment: SegmentSentiment): void;
  onPlay(segment: SegmentSentiment): void;
}

const colors = { positive: 'var(--tag-green-dot)', negative: 'var(--tag-red-dot)', neutral: 'var(--edge)' };

/** A score with its sign, so that it is not told by colour alone. */
export const formatScore = (score: number): string => {
  const digits = Math.abs(score).toFixed(2);
  if (Number(digits) === 0) return '0';
  return `${score < 0 ? '−' : '+'}${digits}`;
};

export const describeSegment = ({ start_seconds, score }: SegmentSentiment): string =>
  texts.sentiment.place(
    formatTimecode(start_seconds),
    texts.sentiment.labels[moodOf(score) ?? 'neutral'],
    formatScore(score),
  );

/**
 * The segments of a file along its time: positive ones above the line, negative ones below it. It is one tab stop: arrow keys move the
 * place, Enter plays it. Time runs from left to right in every language, as in the player.
 */
export function SentimentTimeline(props: SentimentTimelineProps) {
  const { name, segments, currentId, playingId, isTall, onMove, onPlay } = props;
  const length = segments.at(-1)?.end_seconds ?? 0;
  const index = segments.findIndex(({ segment_id }) => segment_id === currentId);
  const current = segments[index];

  const pressAt = (event: PointerEvent<HTMLDivElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const at = ((event.clientX - left) / Math.max(1, width)) * length;
    const nearest = nearestTo(segments, at);
    if (nearest) onPlay(nearest);
  };
  const pressKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' || event.key === ' ') {
      if (current) onPlay(current);
    } else {
      const next = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: segments.length - 1 }[
        event.key
      ];
      const segment =
        next === undefined ? undefined : segments[Math.max(0, Math.min(segments.length - 1, next))];
      if (!segment) return;
      onMove(segment);
    }
    event.preventDefault();
  };
  const height = isTall ? 'h-32' : 'h-14';
  if (segments.length === 0) return <div className={height} />;
  return (
    <div
      role="slider"
      tabIndex={0}
      dir="ltr"
      aria-label={texts.sentiment.timeline(name)}
      aria-valuemin={1}
      aria-valuemax={segments.length}
      aria-valuenow={Math.max(0, index) + 1}
      aria-valuetext={current ? describeSegment(current) : texts.sentiment.noPlace}
      onClick={(event) => pressAt(event as unknown as PointerEvent<HTMLDivElement>)}
      onKeyDown={pressKey}
      className={`relative cursor-pointer rounded-sm ${height}`}
    >
      <svg aria-hidden="true" viewBox={`0 0 ${length} 2`} preserveAspectRatio="none" className="size-full">
        {segments.map((segment) => (
          <Bar
            key={segment.segment_id}
            segment={segment}
            length={length}
            isMarked={segment.segment_id === currentId || segment.segment_id === playingId}
          />
        ))}
        <line x1={0} x2={length} y1={1} y2={1} stroke="var(--edge)" vectorEffect="non-scaling-stroke" />
      </svg>
      <span aria-hidden="true" className="absolute end-0 bottom-0 text-xs text-soft tabular-nums">
        {formatTimecode(length)}
      </span>
    </div>
  );
}

/** Neutral segments are visible too. */
const leastHeight = 0.08;

function Bar({
  segment,
  length,
  isMarked,
}: {
  segment: SegmentSentiment;
  length: number;
  isMarked: boolean;
}) {
  const { start_seconds, end_seconds, score } = segment;
  const height = Math.max(leastHeight, Math.abs(score));
  const width = Math.max(length / 600, end_seconds - start_seconds);
  return (
    <>
      {isMarked && <rect x={start_seconds} width={width} y={0} height={2} fill="var(--sunken)" />}
      <rect
        x={start_seconds}
        width={width}
        y={score < 0 ? 1 : 1 - height}
        height={height}
        fill={colors[moodOf(score) ?? 'neutral']}
      />
    </>
  );
}

function nearestTo(segments: readonly SegmentSentiment[], seconds: number): SegmentSentiment | undefined {
  const distance = ({ start_seconds, end_seconds }: SegmentSentiment) =>
    Math.max(start_seconds - seconds, seconds - end_seconds, 0);
  return segments.toSorted((a, b) => distance(a) - distance(b))[0];
}
