import { Link } from '@tanstack/react-router';
import { Link2 } from 'lucide-react';
import type { ListedReport } from '../../data/report-list.ts';
import { formatRelativeTime } from '../../lib/format.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/page-layout.tsx';
import { authorOf, plainSummary, stateOf } from './describe-report.ts';
import { ReportMenu } from './report-menu.tsx';
import { texts } from './texts.ts';

interface ReportRowProps {
  report: ListedReport;
  names: ReadonlyMap<string, string>;
  mayWrite: boolean;
}

export function ReportRow({ report, names, mayWrite }: ReportRowProps) {
  const { id, project_id: projectId, title, updated_at, share_url } = report;
  const state = stateOf(report);
  const author = authorOf(report, names);
  const changed = formatRelativeTime(updated_at);
  const count = report.quote_count + report.unverified_quote_count;
  return (
    <li className="relative flex items-center gap-4 border-b border-line py-2.5 transition-colors [contain-intrinsic-size:auto_64px] [content-visibility:auto] hover:bg-sunken/60 sm:px-2">
      <div className="min-w-0 flex-1">
        <p className="flex min-w-0 items-center gap-2">
          <Link
            to="/projects/$projectId/reports/$reportId"
            params={{ projectId, reportId: id }}
            dir="auto"
            className="min-w-0 truncate font-medium after:absolute after:inset-0"
          >
            {title}
          </Link>
          <span title={texts.stateHints[state]} className="relative shrink-0 max-md:hidden">
            <Badge>{texts.states[state]}</Badge>
          </span>
          {share_url && (
            <span className="inline-flex shrink-0 items-center gap-1 text-xs font-medium text-accent">
              <Link2 size={14} strokeWidth={1.75} aria-hidden="true" /> {texts.shared}
            </span>
          )}
        </p>
        <p dir="auto" className="truncate text-sm text-soft max-md:hidden">
          {plainSummary(report)}
        </p>
        <p className="truncate text-sm text-soft md:hidden">
          {texts.states[state]} · {texts.by(author)} · {changed}
          {count > 0 && (
            <>
              {' · '}
              <Quotations report={report} />
            </>
          )}
        </p>
      </div>
      <p className="w-36 shrink-0 text-sm text-soft max-md:hidden">
        <Quotations report={report} />
      </p>
      <p className="flex w-36 shrink-0 items-center gap-2 text-sm text-soft max-lg:hidden">
        <Avatar name={author} />
        <span className="min-w-0 truncate">
          <span className="sr-only">{texts.by('')}</span>
          {author}
        </span>
      </p>
      <p className="w-28 shrink-0 text-end text-sm text-soft max-md:hidden">
        <span className="sr-only">{texts.changed('')}</span>
        {changed}
      </p>
      <div className="relative">
        <ReportMenu report={report} mayWrite={mayWrite} />
      </div>
    </li>
  );
}

function Quotations({ report: { quote_count, unverified_quote_count } }: { report: ListedReport }) {
  const count = quote_count + unverified_quote_count;
  if (count === 0) return <>{texts.noQuotations}</>;
  return (
    <>
      <span className="tabular-nums">{texts.quotations(count)}</span>
      {unverified_quote_count > 0 && (
        <>
          <span className="md:hidden"> · </span>
          <span className="text-danger md:block md:text-xs">{texts.unverified(unverified_quote_count)}</span>
        </>
      )}
    </>
  );
}
