import { ConfirmDialog } from '../../ui/dialog.tsx';

interface StopSharingDialogProps {
  what: 'clip' | 'reel' | 'report';
  open: boolean;
  busy: boolean;
  onClose(): void;
  onConfirm(): void;
}

/** Asks before a public link is withdrawn: it never works again, not even when the record is shared again. */
export const StopSharingDialog = ({ what, ...rest }: StopSharingDialogProps) => (
  <ConfirmDialog
    {...rest}
    title={`Stop sharing this ${what}?`}
    description="Its public link stops working for everyone who has it. If you share it again, it gets a new link."
    action="Stop sharing"
  />
);
