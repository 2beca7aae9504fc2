import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMemberNames } from '../../data/members.ts';
import { reportRevisionsQuery } from '../../data/report-versions.ts';
import type { Report } from '../../data/reports.ts';
import { formatRelativeTime } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { authorOf } from './describe-report.ts';
import { OldReport } from './old-report.tsx';
import { texts } from './texts.ts';

interface HistoryProps {
  report: Report;
  mayWrite: boolean;
}

interface HistorySheetProps extends HistoryProps {
  open: boolean;
  onClose(): void;
}

/** The versions of a report: who changed it and when, what is different now, and a way back. */
export const HistorySheet = ({ open, onClose, ...history }: HistorySheetProps) => (
  <Sheet open={open} onClose={onClose} title={texts.page.history} side="end">
    <ReportHistory {...history} />
  </Sheet>
);

function ReportHistory({ report, mayWrite }: HistoryProps) {
  const revisions = useQuery(reportRevisionsQuery(report.id, report.version));
  const names = useMemberNames();
  const [open, setOpen] = useState<number>();
  if (revisions.isPending) return <Skeleton rows={6} label={texts.page.loadingHistory} />;
  if (revisions.isError)
    return <ErrorNotice error={revisions.error} onRetry={() => void revisions.refetch()} />;
  return (
    <ol className="divide-y divide-line">
      {revisions.data.map(({ revision, action, created_at, created_by }) => (
        <li key={revision} className="py-2.5">
          <div className="flex items-baseline justify-between gap-3">
            <span className="min-w-0 font-medium">{texts.page.actions[action]}</span>
            <time dateTime={created_at} className="shrink-0 text-sm text-soft">
              {formatRelativeTime(created_at)}
            </time>
          </div>
          <div className="flex items-center justify-between gap-3 text-sm text-soft">
            <span dir="auto" className="min-w-0 truncate">
              {texts.page.version(revision)} · {authorOf({ created_by }, names)}
            </span>
            {revision === report.version ? (
              <span>{texts.page.current}</span>
            ) : (
              <Button
                variant="bare"
                aria-expanded={open === revision}
                onClick={() => setOpen(open === revision ? undefined : revision)}
                className="-me-2 text-sm"
              >
                {open === revision ? texts.page.hide : texts.page.compare}
              </Button>
            )}
          </div>
          {open === revision && <OldReport report={report} revision={revision} mayWrite={mayWrite} />}
        </li>
      ))}
    </ol>
  );
}
