import { useQuery } from '@tanstack/react-query';
import { reportQuery } from '../../data/reports.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Page, PageHead } from '../../ui/page-layout.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ReportEditor } from './editor/report-editor.tsx';
import { texts } from './editor/texts.ts';

interface ReportPageProps {
  projectId: string;
  reportId: string;
  /** The comment in the address. */
  comment?: string | undefined;
}

/** A report to read and to write. */
export function ReportPage({ projectId, reportId, comment }: ReportPageProps) {
  const report = useQuery(reportQuery(reportId));
  usePageTitle(report.data?.title ?? texts.report);
  if (report.isPending)
    return (
      <Page>
        <Skeleton rows={6} label={texts.loading} />
      </Page>
    );
  // A page that is open stays, even if a later read fails.
  if (!report.data || report.data.project_id !== projectId)
    return (
      <Page>
        <PageHead title={texts.notShown} />
        {report.isError ? (
          <ErrorNotice error={report.error} onRetry={() => void report.refetch()} />
        ) : (
          <p className="text-soft">{texts.otherProject}</p>
        )}
      </Page>
    );
  return <ReportEditor report={report.data} comment={comment} />;
}
