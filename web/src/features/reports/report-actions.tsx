import { useNavigate } from '@tanstack/react-router';
import { ChevronDown, Ellipsis, History, Link2, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { canWrite, useMe } from '../../data/me.ts';
import { exportReport } from '../../data/report-versions.ts';
import type { Report } from '../../data/reports.ts';
import { failureReason } from '../../lib/errors.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx';
import { useToast } from '../../ui/toast.tsx';
import { HistorySheet, ShareDialog } from './late-dialogs.ts';
import { texts } from './texts.ts';
import { useReportActions } from './use-report-actions.ts';

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** What a person does with a whole report: export, share, look at earlier versions, delete. */
export function ReportActions({ report }: { report: Report }) {
  const toast = useToast();
  const navigate = useNavigate();
  const mayWrite = canWrite(useMe());
  const { remove } = useReportActions(report.project_id);
  const [open, setOpen] = useState<'share' | 'history'>();
  const close = () => setOpen(undefined);
  const save = (format: 'md' | 'html' | 'docx') =>
    void exportReport(report.id, format).catch((error) =>
      toast({ text: texts.page.notExported(failureReason(error)) }),
    );
  const deleteReport = async () => {
    const params = { projectId: report.project_id };
    if (await remove(report)) await navigate({ to: '/projects/$projectId/reports', params });
  };
  return (
    <div className="flex items-center gap-2 print:hidden">
      <Menu
        trigger={
          <Button>
            {texts.page.export} <ChevronDown {...icon} size={14} />
          </Button>
        }
      >
        {(['docx', 'md', 'html'] as const).map((format) => (
          <MenuItem key={format} onSelect={() => save(format)}>
            {texts.page.exportAs[format]}
          </MenuItem>
        ))}
        <MenuSeparator />
        {/* The menu closes first: it would be printed. */}
        <MenuItem onSelect={() => void setTimeout(() => window.print())}>{texts.page.print}</MenuItem>
      </Menu>
      <Button variant={report.share_url ? 'quiet' : 'primary'} onClick={() => setOpen('share')}>
        {report.share_url && <Link2 {...icon} />}
        {report.share_url ? texts.page.shared : texts.page.share}
      </Button>
      <Menu
        trigger={
          <IconButton label={texts.page.more}>
            <Ellipsis {...icon} />
          </IconButton>
        }
      >
        <MenuItem onSelect={() => setOpen('history')}>
          <History {...icon} /> {texts.page.history}
        </MenuItem>
        {mayWrite && (
          <>
            <MenuSeparator />
            <MenuItem danger onSelect={() => void deleteReport()}>
              <Trash2 {...icon} /> {texts.page.delete}
            </MenuItem>
          </>
        )}
      </Menu>
      <ShareDialog report={report} mayWrite={mayWrite} open={open === 'share'} onClose={close} />
      <HistorySheet report={report} mayWrite={mayWrite} open={open === 'history'} onClose={close} />
    </div>
  );
}
