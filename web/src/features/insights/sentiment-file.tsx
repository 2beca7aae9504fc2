import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { fileSentimentQuery, type ProjectSentiment, type SegmentSentiment } from '../../data/sentiment.ts';
import { transcriptQuery } from '../../data/transcript.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { type Moment, MomentRow, useCurrentMomentId, useMomentPlayback } from '../moments/index.ts';
import { moodOf } from './mood-of.ts';
import { SentimentTable } from './sentiment-table.tsx';
import { formatScore, SentimentTimeline } from './sentiment-timeline.tsx';
import { texts } from './texts.ts';

interface SentimentFileProps {
  projectId: string;
  file: ProjectSentiment['files'][number];
  name: string;
  isChosen: boolean;
  onChoose(): void;
}

const momentOf = (segment: SegmentSentiment, row: SentimentFileProps): Moment => ({
  id: segment.segment_id,
  project_id: row.projectId,
  file_id: row.file.file_id,
  response_id: null,
  segment_id: segment.segment_id,
  start_seconds: segment.start_seconds,
  end_seconds: segment.end_seconds,
  quote: null,
  person: null,
  file_name: row.name,
  has_recording: null,
  source_deleted: false,
});

/** The timeline of a file. A click plays the segment, whose words appear below. */
export function SentimentFile(props: SentimentFileProps) {
  const { projectId, file, name, isChosen, onChoose } = props;
  const { data, error, refetch } = useQuery(fileSentimentQuery(projectId, file.file_id));
  const [segmentId, setSegmentId] = useState<string>();
  const playingId = useCurrentMomentId();
  const playback = useMomentPlayback();
  const current = data?.segments.find(({ segment_id }) => segment_id === segmentId);
  const play = (segment: SegmentSentiment) => {
    setSegmentId(segment.segment_id);
    playback.toggle(momentOf(segment, props));
  };
  return (
    <li className="border-b border-line px-4 py-3 sm:px-6">
      <div className="flex items-center gap-x-4 max-sm:flex-wrap">
        <div className="w-56 min-w-0 shrink-0 max-sm:w-full">
          {isChosen ? (
            <h2 dir="auto" className="font-semibold wrap-anywhere">
              {name}
            </h2>
          ) : (
            <Button variant="bare" className="-ms-3 max-w-full" onClick={onChoose}>
              <span dir="auto" className="truncate">
                {name}
              </span>
            </Button>
          )}
          <p className="text-sm text-soft tabular-nums">
            {texts.sentiment.summary(texts.sentiment.labels[file.label], formatScore(file.score))}
          </p>
        </div>
        <div className="min-w-0 flex-1">
          {error && !data ? (
            <ErrorNotice error={error} onRetry={() => void refetch()} />
          ) : (
            <SentimentTimeline
              name={name}
              segments={data?.segments ?? []}
              currentId={segmentId}
              playingId={playingId}
              isTall={isChosen}
              onMove={({ segment_id }) => setSegmentId(segment_id)}
              onPlay={play}
            />
          )}
        </div>
      </div>
      {current && <Words moment={momentOf(current, props)} score={current.score} />}
      {isChosen && data && (
        <SentimentTable file={data} name={name} momentOf={(segment) => momentOf(segment, props)} />
      )}
    </li>
  );
}

/** The result of an analysis has no words: the transcript has them. */
function Words({ moment, score }: { moment: Moment; score: number }) {
  const { data } = useQuery(transcriptQuery(moment.file_id ?? ''));
  const segment = data?.segments.find(({ id }) => id === moment.segment_id);
  const speaker = data?.speakers.find(({ id }) => id === segment?.speaker_id);
  return (
    <div className="mt-3 max-w-2xl">
      <MomentRow
        moment={{ ...moment, quote: segment?.text ?? '', person: speaker?.label ?? null }}
        mood={moodOf(score)}
      />
    </div>
  );
}
