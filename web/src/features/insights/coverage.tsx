import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Coverage as CoverageData, coverageQuery } from '../../data/coverage.ts';
import { failureReason, isValidationError } from '../../lib/errors.ts';
import { formatNumber, formatPercent } from '../../lib/format.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { CoverageFiles } from './coverage-files.tsx';
import { sharesOf } from './coverage-shares.ts';
import { texts } from './texts.ts';
import { UnusedList } from './unused-list.tsx';
import { usePassageActions } from './use-passage-actions.ts';

/** How much of what participants said is used, and what is strong and not used yet. */
export function Coverage({ projectId }: { projectId: string }) {
  const { data, error, isError, refetch } = useQuery(coverageQuery(projectId));
  const actions = usePassageActions(projectId);
  const [chosenId, setChosenId] = useState<string>();
  if (isValidationError(error))
    return <EmptyState title={texts.coverage.tooManyTitle}>{failureReason(error)}</EmptyState>;
  if (isError && !data)
    return (
      <div className="p-6">
        <ErrorNotice error={error} onRetry={() => void refetch()} />
      </div>
    );
  if (!data)
    return (
      <div className="p-6">
        <Skeleton rows={8} label={texts.coverage.loading} />
      </div>
    );
  if (data.passage_count === 0)
    return <EmptyState title={texts.coverage.emptyTitle}>{texts.coverage.empty}</EmptyState>;
  const passages = data.unused_passages?.filter(actions.isShown) ?? [];
  const current = passages.find(({ segment_id }) => segment_id === chosenId) ?? passages[0];
  return (
    <div className="flex min-h-0 flex-1 max-lg:flex-col max-lg:overflow-y-auto">
      <section aria-label={texts.views.coverage} className="min-w-0 flex-1 lg:overflow-y-auto">
        <Summary data={data} />
        <CoverageFiles projectId={projectId} files={data.files} currentFileId={current?.file_id} />
      </section>
      <aside className="flex min-h-0 flex-col border-line max-lg:border-t lg:w-92 lg:border-s">
        <h2 className="flex items-baseline gap-2 border-b border-line px-5 py-3.5 font-semibold">
          {texts.coverage.strongestFirst}
          <span className="font-normal text-soft tabular-nums">{formatNumber(passages.length)}</span>
        </h2>
        <UnusedList
          projectId={projectId}
          passages={passages}
          actions={actions}
          currentId={current?.segment_id}
          onCurrent={setChosenId}
        />
      </aside>
    </div>
  );
}

function Summary({ data }: { data: CoverageData }) {
  const strongCount = data.files.reduce((sum, file) => sum + file.strong_unused_seconds.length, 0);
  const { cited, highlighted, unused } = sharesOf(data);
  const parts = [
    { name: texts.coverage.cited, share: cited, color: 'bg-accent' },
    { name: texts.coverage.highlighted, share: highlighted, color: 'bg-accent/50' },
    { name: texts.coverage.unused, share: unused, color: 'bg-line' },
  ];
  return (
    <div className="flex flex-wrap items-center gap-x-8 gap-y-3 border-b border-line px-4 py-4 sm:px-6">
      <p>
        <span className="block font-serif text-xl tabular-nums">{formatPercent(1 - unused)}</span>
        <span className="text-sm text-soft">{texts.coverage.inUse(formatNumber(data.passage_count))}</span>
      </p>
      <div className="min-w-60 flex-1">
        <div aria-hidden="true" className="flex h-3 overflow-hidden rounded-sm border border-line">
          {parts.map(({ name, share, color }) => (
            <span key={name} className={color} style={{ width: `${share * 100}%` }} />
          ))}
        </div>
        <ul className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-sm text-soft">
          {parts.map(({ name, share, color }) => (
            <li key={name} className="inline-flex items-center gap-2">
              <span aria-hidden="true" className={`size-2.5 rounded-sm ${color}`} />
              {name} <span className="font-medium text-ink tabular-nums">{formatPercent(share)}</span>
            </li>
          ))}
          <li className="inline-flex items-center gap-2">
            <span
              aria-hidden="true"
              className="size-2.5 bg-(--tag-amber-dot) [clip-path:polygon(0_10%,100%_10%,50%_90%)]"
            />
            {texts.coverage.strong}{' '}
            <span className="font-medium text-ink tabular-nums">{formatNumber(strongCount)}</span>
          </li>
        </ul>
      </div>
    </div>
  );
}
