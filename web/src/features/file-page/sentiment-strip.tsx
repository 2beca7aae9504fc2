import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { File } from '../../data/file.ts';
import { type FileSentiment, fileSentimentQuery } from '../../data/file-sentiment.ts';
import { texts } from './texts.ts';

/** The mood over time, above the waveform: positive passages above the line, negative ones below it. */
export function SentimentStrip({ file }: { file: File }) {
  const { data } = useQuery({ ...fileSentimentQuery(file.id), enabled: file.sentiment !== null });
  const length = file.duration_seconds ?? 0;
  const paths = useMemo(() => data && pathsOf(data.segments), [data]);
  if (!data || !paths || length <= 0) return null;
  const { positive, negative } = data.counts;
  return (
    <svg
      role="img"
      aria-label={texts.sentimentOverTime(positive, negative)}
      viewBox={`0 -1 ${length} 2`}
      preserveAspectRatio="none"
      data-testid="sentiment-strip"
      className="block h-2.5 w-full"
    >
      <path d={paths.positive} className="fill-(--tag-green-dot)" />
      <path d={paths.negative} className="fill-(--tag-red-dot)" />
      <path d={`M0 0H${length}`} strokeWidth={1} vectorEffect="non-scaling-stroke" className="stroke-edge" />
    </svg>
  );
}

/** One path for each mood: thousands of segments are two elements. Neutral segments leave the line empty. */
export function pathsOf(segments: FileSentiment['segments']): { positive: string; negative: string } {
  const paths = { positive: '', negative: '' };
  for (const { label, score, start_seconds, end_seconds } of segments) {
    if (label === 'neutral') continue;
    const height = -Math.sign(score) * Math.max(Math.abs(score), leastHeight);
    paths[label] += `M${start_seconds} 0V${height.toFixed(2)}H${end_seconds}V0Z`;
  }
  return paths;
}

/** Of the half of the strip: a weak mood is still visible. */
const leastHeight = 0.35;
