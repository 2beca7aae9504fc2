import { ConfirmDialog } from '../../ui/dialog.tsx';
import { texts } from './texts.ts';

interface StopSharingDialogProps {
  what: 'clip' | 'reel' | 'report';
  open: boolean;
  busy: boolean;
  onClose(): void;
  onConfirm(): void;
}

const titles = () => ({
  clip: texts.stopSharingThisClip,
  reel: texts.stopSharingThisReel,
  report: texts.stopSharingThisReport,
});

/** Asks before a public link is withdrawn: it never works again, not even when the record is shared again. */
export const StopSharingDialog = ({ what, ...rest }: StopSharingDialogProps) => (
  <ConfirmDialog
    {...rest}
    title={titles()[what]}
    description={texts.consequence}
    action={texts.stopSharing}
  />
);
