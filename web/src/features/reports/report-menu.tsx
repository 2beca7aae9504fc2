import { Copy, Ellipsis, Link2, Trash2 } from 'lucide-react';
import type { ListedReport } from '../../data/report-list.ts';
import { copyText } from '../../lib/copy-text.ts';
import { IconButton } from '../../ui/button.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx';
import { useToast } from '../../ui/toast.tsx';
import { texts } from './texts.ts';
import { useReportActions } from './use-report-actions.ts';

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

export function ReportMenu({ report, mayWrite }: { report: ListedReport; mayWrite: boolean }) {
  const { title, share_url } = report;
  const toast = useToast();
  const actions = useReportActions(report.project_id);
  if (!mayWrite && !share_url) return <span className="block w-8 pointer-coarse:w-11" />;
  return (
    <Menu
      trigger={
        <IconButton label={texts.actionsFor(title)}>
          <Ellipsis {...icon} />
        </IconButton>
      }
    >
      {share_url && (
        <MenuItem
          onSelect={() =>
            void copyText(share_url).then((copied) =>
              toast({ text: copied ? texts.linkCopied : texts.linkNotCopied }),
            )
          }
        >
          <Link2 {...icon} /> {texts.copyPublicLink}
        </MenuItem>
      )}
      {mayWrite && (
        <>
          <MenuItem onSelect={() => actions.duplicate(report)}>
            <Copy {...icon} /> {texts.duplicate}
          </MenuItem>
          <MenuSeparator />
          <MenuItem danger onSelect={() => actions.remove(report)}>
            <Trash2 {...icon} /> {texts.delete}
          </MenuItem>
        </>
      )}
    </Menu>
  );
}
