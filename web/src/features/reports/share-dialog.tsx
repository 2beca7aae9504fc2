import { Copy, ExternalLink, Link2, Link2Off } from 'lucide-react';
import { useState } from 'react';
import { useShareReport } from '../../data/report-versions.ts';
import type { Report } from '../../data/reports.ts';
import { copyText } from '../../lib/copy-text.ts';
import { failureReason } from '../../lib/errors.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useToast } from '../../ui/toast.tsx';
import { StopSharingDialog } from '../sharing/index.ts';
import { texts } from './texts.ts';

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

interface ShareDialogProps {
  report: Report;
  mayWrite: boolean;
  open: boolean;
  onClose(): void;
}

/** Switches the public link on and off, copies it, and opens the page as a reader sees it. */
export function ShareDialog({ report, mayWrite, open, onClose }: ShareDialogProps) {
  const { share_url: url } = report;
  const toast = useToast();
  const share = useShareReport(report);
  const [asking, setAsking] = useState(false);
  const onError = (error: Error) => toast({ text: texts.page.linkFailed(failureReason(error)) });
  const copy = async () =>
    toast({ text: (await copyText(url ?? '')) ? texts.linkCopied : texts.linkNotCopied });
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={texts.page.shareTitle}
      description={url ? texts.page.anyone : texts.page.onlyMembers}
    >
      {url ? (
        <div className="space-y-4">
          <div className="flex gap-2">
            <input
              readOnly
              aria-label={texts.page.publicLink}
              value={url}
              onFocus={(event) => event.target.select()}
              className="control min-w-0 flex-1 truncate rounded-md border border-line bg-sunken px-2.5 text-sm"
            />
            <Button variant="primary" onClick={() => void copy()}>
              <Copy {...icon} /> {texts.page.copy}
            </Button>
          </div>
          <div className="flex flex-wrap justify-between gap-2">
            <a
              href={url}
              target="_blank"
              rel="noreferrer"
              className="control inline-flex items-center gap-1.5 rounded-md border border-line px-3 font-medium hover:border-edge"
            >
              <ExternalLink {...icon} /> {texts.page.preview}
            </a>
            {mayWrite && (
              <Button variant="danger" onClick={() => setAsking(true)}>
                <Link2Off {...icon} /> {texts.page.stop}
              </Button>
            )}
          </div>
        </div>
      ) : (
        mayWrite && (
          <Button variant="primary" busy={share.isPending} onClick={() => share.mutate(true, { onError })}>
            <Link2 {...icon} /> {texts.page.createLink}
          </Button>
        )
      )}
      <StopSharingDialog
        what="report"
        open={asking}
        busy={share.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() => share.mutate(false, { onError, onSettled: () => setAsking(false) })}
      />
    </Dialog>
  );
}
