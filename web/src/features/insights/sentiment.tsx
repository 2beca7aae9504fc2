import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { fileChoicesQuery } from '../../data/insight-choices.ts';
import { runningJobsQuery } from '../../data/jobs.ts';
import { canWrite, useMe } from '../../data/me.ts';
import { projectSentimentQuery, useAnalyzeProject } from '../../data/sentiment.ts';
import { failureReason } from '../../lib/errors.ts';
import { formatNumber } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useToast } from '../../ui/toast.tsx';
import type { InsightsSearch } from './insights-search.ts';
import { SentimentFile } from './sentiment-file.tsx';
import { texts } from './texts.ts';
import type { ChangeSearch } from './use-url-state.ts';

interface SentimentProps {
  projectId: string;
  search: InsightsSearch;
  onChange: ChangeSearch;
}

/** Each row loads the segments of its file. */
const firstShown = 12;

/** How the mood of each file changes while people speak: a row for each file, or the chosen one with its segments as a table. */
export function Sentiment({ projectId, search, onChange }: SentimentProps) {
  const { data, error, isError, refetch } = useQuery(projectSentimentQuery(projectId));
  const { data: files } = useQuery(fileChoicesQuery(projectId));
  const [shownMax, setShownMax] = useState(firstShown);
  if (isError && !data)
    return (
      <div className="p-6">
        <ErrorNotice error={error} onRetry={() => void refetch()} />
      </div>
    );
  if (!data)
    return (
      <div className="p-6">
        <Skeleton rows={8} label={texts.sentiment.loading} />
      </div>
    );
  if (data.files.length === 0)
    return (
      <EmptyState
        title={texts.sentiment.emptyTitle}
        action={<AnalyzeButton projectId={projectId} isPrimary />}
      >
        {texts.sentiment.empty}
      </EmptyState>
    );
  const chosen = data.files.filter(({ file_id }) => file_id === search.file);
  const matching = chosen.length > 0 ? chosen : data.files;
  const nameOf = (id: string) => files?.find((file) => file.id === id)?.name ?? '';
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2 border-b border-line px-4 py-3 text-sm text-soft sm:px-6">
        {chosen.length > 0 ? (
          <Button onClick={() => onChange({ file: undefined }, { replace: false })}>
            {texts.sentiment.allFiles}
          </Button>
        ) : (
          <p>{texts.sentiment.hint}</p>
        )}
        {(data.stale || data.unanalyzed_file_count > 0) && (
          <div className="ms-auto flex flex-wrap items-center gap-3">
            <span>
              {data.unanalyzed_file_count > 0
                ? texts.sentiment.unanalyzed(data.unanalyzed_file_count)
                : texts.sentiment.stale}
            </span>
            <AnalyzeButton projectId={projectId} />
          </div>
        )}
      </div>
      <ul aria-label={texts.views.sentiment}>
        {matching.slice(0, shownMax).map((file) => (
          <SentimentFile
            key={file.file_id}
            projectId={projectId}
            file={file}
            name={nameOf(file.file_id)}
            isChosen={chosen.length > 0}
            onChoose={() => onChange({ file: file.file_id }, { replace: false })}
          />
        ))}
      </ul>
      {matching.length > shownMax && (
        <p className="p-4 sm:px-6">
          <Button variant="bare" onClick={() => setShownMax(shownMax + firstShown)}>
            {texts.coverage.more(Math.min(firstShown, matching.length - shownMax))}
          </Button>
        </p>
      )}
    </div>
  );
}

function AnalyzeButton({ projectId, isPrimary = false }: { projectId: string; isPrimary?: boolean }) {
  const canEdit = canWrite(useMe());
  const analyze = useAnalyzeProject(projectId);
  const { data: running = [] } = useQuery(runningJobsQuery(projectId));
  const toast = useToast();
  const job = running.find(({ type }) => type === 'sentiment');
  if (job)
    return (
      <span role="status">
        {texts.sentiment.running(formatNumber(Math.round((job.progress ?? 0) * 100)))}
      </span>
    );
  if (!canEdit) return null;
  return (
    <Button
      {...(isPrimary ? { variant: 'primary' as const } : {})}
      disabled={analyze.isPending}
      onClick={() =>
        analyze.mutate(undefined, {
          onSuccess: () => toast({ text: texts.sentiment.started }),
          onError: (error) => toast({ text: texts.sentiment.notStarted(failureReason(error)) }),
        })
      }
    >
      {texts.sentiment.analyze}
    </Button>
  );
}
