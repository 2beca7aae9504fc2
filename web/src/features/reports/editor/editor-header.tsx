import { Link } from '@tanstack/react-router';
import { ChevronRight, PanelRight } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ReportDocument } from '../../../data/report-document.ts';
import { linkTo } from '../../../lib/link-to.ts';
import { IconButton } from '../../../ui/button.tsx';
import { PageTools } from '../../../ui/page-layout.tsx';
import { ReportActions } from '../report-actions.tsx';
import { texts } from './texts.ts';

interface EditorHeaderProps {
  report: ReportDocument;
  title: string;
  status: ReactNode;
  isPanelOpen: boolean;
  onPanel(): void;
}

export function EditorHeader({ report, title, status, isPanelOpen, onPanel }: EditorHeaderProps) {
  return (
    <header className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-1.5 sm:px-6 print:hidden">
      <nav aria-label={texts.report} className="flex max-w-max min-w-0 flex-1 basis-48 items-center gap-1.5">
        <Link
          {...linkTo(`/projects/${report.project_id}/reports`)}
          className="control inline-flex shrink-0 items-center text-soft underline-offset-4 hover:text-ink hover:underline"
        >
          {texts.reports}
        </Link>
        <ChevronRight
          size={14}
          strokeWidth={1.75}
          aria-hidden="true"
          className="shrink-0 text-soft rtl:rotate-180"
        />
        <span dir="auto" className="min-w-0 truncate font-semibold">
          {title}
        </span>
      </nav>
      <div className="me-auto min-w-0">{status}</div>
      <IconButton
        label={texts.showEvidence}
        aria-pressed={isPanelOpen}
        onClick={onPanel}
        className="aria-pressed:bg-sunken aria-pressed:text-ink"
      >
        <PanelRight size={16} strokeWidth={1.75} aria-hidden="true" className="rtl:-scale-x-100" />
      </IconButton>
      <ReportActions report={report} />
      <PageTools />
    </header>
  );
}
