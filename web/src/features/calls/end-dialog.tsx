import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { texts } from './texts.ts';

interface EndDialogProps {
  open: boolean;
  name: string;
  onClose(): void;
  onEnd(): void;
  /** Undefined if this browser is not in the call. */
  onLeave?: (() => void) | undefined;
}

/** Asks before the call ends for everyone, which cannot be undone. */
export function EndDialog({ open, name, onClose, onEnd, onLeave }: EndDialogProps) {
  const choose = (action: () => void) => () => {
    onClose();
    action();
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={texts.endTheCallForToo(name)}
      description={texts.afterEndNobodyCanJoin}
    >
      <DialogActions>
        {onLeave ? (
          <Button onClick={choose(onLeave)}>{texts.leaveOnly}</Button>
        ) : (
          <Button onClick={onClose}>{texts.cancel}</Button>
        )}
        <Button variant="danger" onClick={choose(onEnd)}>
          {texts.endForEveryone}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
