import { Plus } from 'lucide-react';
import { useState } from 'react';
import { canWrite, useMe } from '../../data/me.ts';
import { noRequest } from '../../data/report-jobs.ts';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { Button } from '../../ui/button.tsx';
import { lateDialog } from '../../ui/late-dialog.tsx';
import { Page, PageHead } from '../../ui/page-layout.tsx';
import { ReportFilters } from './report-filters.tsx';
import { ReportList } from './report-list.tsx';
import type { ChangeReportsView, ReportsView, Start } from './reports-view.ts';
import { texts } from './texts.ts';
import { WritingReports } from './writing-reports.tsx';

const NewReportDialog = lateDialog(() =>
  import('./new-report-dialog.tsx').then(({ NewReportDialog }) => NewReportDialog),
);

interface ReportsPageProps {
  projectId: string;
  view: ReportsView;
  onChangeView: ChangeReportsView;
}

export function ReportsPage({ projectId, view, onChangeView }: ReportsPageProps) {
  usePageTitle(texts.title);
  const mayWrite = canWrite(useMe());
  const [draft, setDraft] = useState(noRequest);
  const create = (start: Start) => onChangeView({ new: start }, { replace: false });
  useShortcuts(
    mayWrite
      ? [{ keys: 'n', label: texts.newReport, group: texts.shortcutGroup, run: () => create('blank') }]
      : [],
  );
  return (
    <Page>
      <PageHead
        title={texts.title}
        actions={
          mayWrite && (
            <Button variant="primary" onClick={() => create('blank')}>
              <Plus size={16} strokeWidth={1.75} aria-hidden="true" /> {texts.newReport}
            </Button>
          )
        }
      />
      <WritingReports
        projectId={projectId}
        mayWrite={mayWrite}
        mayOpen={view.new === undefined}
        onChange={(request) => {
          setDraft(request ?? noRequest);
          create('written');
        }}
      />
      <ReportFilters view={view} onChangeView={onChangeView} />
      <ReportList
        projectId={projectId}
        view={view}
        mayWrite={mayWrite}
        onCreate={create}
        onClearFilters={() => onChangeView({ q: undefined, status: undefined }, { replace: true })}
      />
      <NewReportDialog
        projectId={projectId}
        open={mayWrite && view.new !== undefined}
        start={view.new ?? 'blank'}
        draft={draft}
        onDraft={setDraft}
        onStart={(start) => onChangeView({ new: start }, { replace: true })}
        onClose={() => onChangeView({ new: undefined }, { replace: true })}
      />
    </Page>
  );
}
