import { useState } from 'react';
import type { FileSentiment, SegmentSentiment } from '../../data/sentiment.ts';
import { formatNumber, formatTimecode } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { type Moment, PlayButton, useMoment } from '../moments/index.ts';
import { moodOf } from './mood-of.ts';
import { formatScore } from './sentiment-timeline.tsx';
import { texts } from './texts.ts';

interface SentimentTableProps {
  file: FileSentiment;
  name: string;
  momentOf(segment: SegmentSentiment): Moment;
}

const firstShown = 100;

/** What the timeline shows, as a table: for screen readers, and for whoever prefers numbers. */
export function SentimentTable({ file, name, momentOf }: SentimentTableProps) {
  const [shownMax, setShownMax] = useState(firstShown);
  const { segments } = file;
  return (
    <details className="mt-4">
      <summary className="control cursor-pointer text-sm text-soft">{texts.sentiment.asTable}</summary>
      <table className="mt-2 w-full max-w-2xl border-collapse text-sm">
        <caption className="sr-only">{texts.sentiment.timeline(name)}</caption>
        <thead>
          <tr className="text-soft">
            <th scope="col" className="w-12 text-start font-normal">
              <span className="sr-only">{texts.sentiment.play}</span>
            </th>
            <th scope="col" className="py-1.5 text-start font-normal">
              {texts.sentiment.time}
            </th>
            <th scope="col" className="text-start font-normal">
              {texts.sentiment.mood}
            </th>
            <th scope="col" className="text-end font-normal">
              {texts.sentiment.score}
            </th>
          </tr>
        </thead>
        <tbody>
          {segments.slice(0, shownMax).map((segment) => (
            <tr key={segment.segment_id} className="border-t border-line tabular-nums">
              <td className="py-1">
                <Play moment={momentOf(segment)} />
              </td>
              <th scope="row" className="text-start font-normal">
                {formatTimecode(segment.start_seconds)}
              </th>
              <td>{texts.sentiment.labels[moodOf(segment.score) ?? 'neutral']}</td>
              <td className="text-end">{formatScore(segment.score)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {segments.length > shownMax && (
        <Button variant="bare" onClick={() => setShownMax(segments.length)}>
          {texts.sentiment.allRows(formatNumber(segments.length))}
        </Button>
      )}
    </details>
  );
}

/** A name of its own for each row: its time. */
function Play({ moment }: { moment: Moment }) {
  const named = { ...moment, quote: formatTimecode(moment.start_seconds ?? 0) };
  return <PlayButton moment={named} playing={useMoment(named)} />;
}
