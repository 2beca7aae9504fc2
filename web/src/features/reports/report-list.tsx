import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemberNames } from '../../data/members.ts';
import { reportsQuery } from '../../data/report-list.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ReportRow } from './report-row.tsx';
import type { ReportsView, Start } from './reports-view.ts';
import { StartGrid } from './start-grid.tsx';
import { texts } from './texts.ts';

/** With so few, the page has room for the next step. */
const fewReports = 5;

interface ReportListProps {
  projectId: string;
  view: ReportsView;
  mayWrite: boolean;
  onCreate(start: Start): void;
  onClearFilters(): void;
}

export function ReportList({ projectId, view, mayWrite, onCreate, onClearFilters }: ReportListProps) {
  const { q = '', status = '', sort = '-updated_at' } = view;
  const list = useInfiniteQuery(reportsQuery(projectId, { q, status, sort }));
  const names = useMemberNames();
  if (list.isPending) return <Skeleton rows={6} label={texts.loading} />;
  if (list.isError) return <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />;
  const reports = list.data.pages.flatMap((page) => page.data);
  if (reports.length === 0)
    return q || status ? (
      <EmptyState
        title={texts.noMatch}
        action={<Button onClick={onClearFilters}>{texts.clearFilters}</Button>}
      >
        {texts.noMatchHint}
      </EmptyState>
    ) : (
      <>
        <EmptyState title={texts.empty.title}>
          {mayWrite ? texts.empty.lead : texts.empty.readOnly}
        </EmptyState>
        {mayWrite && <StartGrid onCreate={onCreate} />}
      </>
    );
  return (
    <>
      {/* The rows say the same to screen readers. */}
      <div aria-hidden="true" className="hidden gap-4 px-2 pb-1.5 text-xs font-medium text-soft md:flex">
        <span className="min-w-0 flex-1">{texts.columns.report}</span>
        <span className="w-36 shrink-0">{texts.columns.quotations}</span>
        <span className="w-36 shrink-0 max-lg:hidden">{texts.columns.by}</span>
        <span className="w-28 shrink-0 text-end">{texts.columns.changed}</span>
        <span className="w-8 shrink-0 pointer-coarse:w-11" />
      </div>
      <ul aria-label={texts.title} className="border-t border-line">
        {reports.map((report) => (
          <ReportRow key={report.id} report={report} names={names} mayWrite={mayWrite} />
        ))}
      </ul>
      {mayWrite && !q && !status && reports.length <= fewReports && (
        <section className="mt-10">
          <h2 className="mb-3 font-serif text-lg">{texts.startAnother}</h2>
          <StartGrid onCreate={onCreate} />
        </section>
      )}
      {list.hasNextPage && (
        <div className="mt-4 text-center">
          <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {texts.showMore}
          </Button>
        </div>
      )}
    </>
  );
}
