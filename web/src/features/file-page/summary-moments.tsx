import { type File, isMedia, useAnalyzeSentiment } from '../../data/file.ts';
import type { FileSentiment, SentimentMoment } from '../../data/file-sentiment.ts';
import { errorMessage } from '../../lib/errors.ts';
import { formatRelativeTime, formatTimecode } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { useToast } from '../../ui/toast.tsx';
import { SummarySection } from './summary-section.tsx';
import { texts } from './summary-texts.ts';
import { useRunningJob } from './use-running-job.ts';

interface SummaryMomentsProps {
  file: File;
  /** Null before the first analysis. */
  sentiment: FileSentiment | null;
  mayWrite: boolean;
  onOpen(moment: SentimentMoment): void;
}

/** What was said with the strongest mood; before the first analysis, the button that starts it. */
export function SummaryMoments({ file, sentiment, mayWrite, onOpen }: SummaryMomentsProps) {
  const analyze = useAnalyzeSentiment(file);
  const toast = useToast();
  const running = useRunningJob(file, 'sentiment');
  const button = mayWrite && (sentiment === null || sentiment.stale) && (
    <Button
      className="mt-3"
      busy={running || analyze.isPending}
      onClick={() => analyze.mutate(undefined, { onError: (error) => toast({ text: errorMessage(error) }) })}
    >
      {running ? texts.analyzing : sentiment ? texts.analyzeAgain : texts.analyze}
    </Button>
  );
  if (!sentiment)
    return (
      <SummarySection title={texts.moments}>
        <p className="text-soft">{texts.notAnalyzed}</p>
        {button}
      </SummarySection>
    );
  const { most_positive, most_negative } = sentiment;
  return (
    <SummarySection title={texts.moments}>
      {most_positive.length + most_negative.length === 0 && <p className="text-soft">{texts.noMoments}</p>}
      <Moments file={file} title={texts.negativeMoments} moments={most_negative} onOpen={onOpen} />
      <Moments file={file} title={texts.positiveMoments} moments={most_positive} onOpen={onOpen} />
      <p className="mt-3 text-xs text-soft">
        {texts.analyzed(formatRelativeTime(sentiment.analyzed_at))}
        {sentiment.stale && ` · ${texts.stale}`}
      </p>
      {button}
    </SummarySection>
  );
}

interface MomentsProps extends Pick<SummaryMomentsProps, 'file' | 'onOpen'> {
  title: string;
  moments: readonly SentimentMoment[];
}

const momentsMax = 3;

function Moments({ file, title, moments, onOpen }: MomentsProps) {
  if (moments.length === 0) return null;
  return (
    <>
      <h3 className="mt-3 mb-1 text-xs text-soft">{title}</h3>
      <ul className="space-y-2">
        {moments.slice(0, momentsMax).map((moment) => (
          <li key={moment.segment_id}>
            <button
              type="button"
              title={isMedia(file) ? texts.playMoment(moment.speaker) : texts.showMoment(moment.speaker)}
              onClick={() => onOpen(moment)}
              className="-mx-2 block w-[calc(100%+16px)] rounded-md px-2 py-1 text-start hover:bg-sunken"
            >
              <span dir="auto" className="line-clamp-3 font-serif text-base">
                {texts.quoted(moment.quote)}
              </span>
              <span className="mt-0.5 block text-xs text-soft">
                <bdi>{moment.speaker}</bdi>
                {isMedia(file) && ` · ${formatTimecode(moment.start_seconds)}`}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
