import { useQuery } from '@tanstack/react-query';
import { type File, isMedia } from '../../data/file.ts';
import { fileSentimentQuery } from '../../data/file-sentiment.ts';
import { materialQuery } from '../../data/material.ts';
import { tagsQuery } from '../../data/tags.ts';
import { transcriptQuery } from '../../data/transcript.ts';
import { formatPercent } from '../../lib/format.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { MediaPlayback } from '../transcript/index.ts';
import type { ChangeView } from './file-view.ts';
import { speakerShares } from './speaker-shares.ts';
import { SummaryMoments } from './summary-moments.tsx';
import { SummarySection } from './summary-section.tsx';
import { texts } from './summary-texts.ts';
import { SummaryTopics } from './summary-topics.tsx';

interface SummaryTabProps {
  file: File;
  playback: MediaPlayback;
  mayWrite: boolean;
  onViewChange: ChangeView;
  onShowSegment(segmentId: string): void;
}

/** Who speaks in the file, about what, and its strongest moments, from what people and analyses stored. */
export function SummaryTab({ file, playback, mayWrite, onViewChange, onShowSegment }: SummaryTabProps) {
  const hasText = file.transcription_status === 'completed';
  const transcript = useQuery({ ...transcriptQuery(file.id), enabled: hasText });
  const material = useQuery({ ...materialQuery(file.id), enabled: hasText });
  const tags = useQuery({ ...tagsQuery(file.project_id), enabled: hasText });
  const isAnalyzed = hasText && file.sentiment !== null;
  const sentiment = useQuery({ ...fileSentimentQuery(file.id), enabled: isAnalyzed });
  if (!hasText) return <p className="text-sm text-soft">{texts.noText}</p>;
  const failed = [transcript, material, tags, sentiment].find(({ isError }) => isError);
  if (failed) return <ErrorNotice error={failed.error} onRetry={() => void failed.refetch()} />;
  if (!transcript.data || !material.data || !tags.data || (isAnalyzed && sentiment.data === undefined))
    return <Skeleton rows={4} label={texts.loading} />;
  const moods = new Map(sentiment.data?.speakers.map(({ speaker_id, label }) => [speaker_id, label]));
  return (
    <div className="space-y-6 text-sm">
      <SummarySection title={texts.participants}>
        <ul className="space-y-2.5">
          {speakerShares(transcript.data.speakers, transcript.data.segments).map(
            ({ id, label, words, share }) => {
              const mood = moods.get(id);
              return (
                <li key={id}>
                  <p className="flex items-baseline justify-between gap-3">
                    <bdi className="min-w-0 truncate font-medium">{label}</bdi>
                    <span className="shrink-0 text-soft tabular-nums">
                      {texts.speaks(formatPercent(share), words)}
                      {mood && ` · ${texts.moods[mood]}`}
                    </span>
                  </p>
                  <div className="mt-1 h-1 overflow-hidden rounded-full bg-line" aria-hidden="true">
                    <div className="h-full bg-accent" style={{ width: `${share * 100}%` }} />
                  </div>
                </li>
              );
            },
          )}
        </ul>
      </SummarySection>
      <SummaryTopics
        file={file}
        taggings={material.data.taggings}
        tags={tags.data}
        mayWrite={mayWrite}
        onChoose={(tag) => onViewChange({ tag, tab: undefined })}
      />
      <SummaryMoments
        file={file}
        sentiment={sentiment.data ?? null}
        mayWrite={mayWrite}
        onOpen={({ segment_id, start_seconds, end_seconds }) =>
          isMedia(file)
            ? playback.playSpan({ start: start_seconds, end: end_seconds })
            : onShowSegment(segment_id)
        }
      />
    </div>
  );
}
