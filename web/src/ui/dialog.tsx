import { AlertDialog, Dialog as Radix } from 'radix-ui';
import { type ReactNode, useState } from 'react';
import { Button, IconButton } from './button.tsx';
import { Icon } from './icon.tsx';
import { texts } from './texts.ts';

const overlay = 'fixed inset-0 z-40 bg-shade';
const panel =
  'animate-appear fixed inset-x-4 top-[8vh] z-50 mx-auto max-h-[84vh] overflow-y-auto rounded-xl border border-line bg-surface p-5 shadow-2xl outline-none sm:p-6';

const widths = { normal: 'max-w-lg', wide: 'max-w-5xl' };

/** Without a field the dialog itself gets the focus, so that no button looks as if it were chosen. */
function focusDialogWithoutField(event: Event) {
  const dialog = event.currentTarget as HTMLElement;
  if (dialog.querySelector('input, textarea, [role=combobox]')) return;
  event.preventDefault();
  dialog.focus();
}

/** A page may have a closed dialog in every row. It costs nothing until it is opened for the first time. */
export function useWasOpened(open: boolean): boolean {
  const [wasOpened, setWasOpened] = useState(open);
  if (open && !wasOpened) setWasOpened(true);
  return open || wasOpened;
}

interface DialogProps {
  open: boolean;
  onClose(): void;
  title: string;
  description?: string;
  size?: keyof typeof widths;
  children: ReactNode;
}

export function Dialog({ open, onClose, title, description, size = 'normal', children }: DialogProps) {
  if (!useWasOpened(open)) return null;
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={overlay} />
        <Radix.Content
          className={`${panel} ${widths[size]}`}
          {...(description ? {} : { 'aria-describedby': undefined })}
          onOpenAutoFocus={focusDialogWithoutField}
        >
          <div className="mb-5 pe-10">
            <Radix.Title dir="auto" className="font-serif text-xl">
              {title}
            </Radix.Title>
            {description && (
              <Radix.Description className="mt-1.5 text-sm text-soft">{description}</Radix.Description>
            )}
          </div>
          {children}
          {/* Last in the tab order, so that the first field gets the focus. */}
          <Radix.Close asChild>
            <IconButton label={texts.close} className="absolute top-3 end-3 ">
              <Icon name="close" />
            </IconButton>
          </Radix.Close>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

export const DialogActions = ({ children }: { children: ReactNode }) => (
  <div className="mt-6 flex flex-wrap justify-end gap-2">{children}</div>
);

interface ConfirmProps {
  open: boolean;
  onClose(): void;
  onConfirm(): void;
  title: string;
  description: string;
  action: string;
  busy?: boolean;
}

/** Asks before an action that can’t be undone. */
export function ConfirmDialog({
  open,
  onClose,
  onConfirm,
  title,
  description,
  action,
  busy = false,
}: ConfirmProps) {
  if (!useWasOpened(open)) return null;
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={overlay} />
        <AlertDialog.Content className={`${panel} ${widths.normal}`}>
          <AlertDialog.Title className="font-serif text-xl">{title}</AlertDialog.Title>
          <AlertDialog.Description className="mt-3 text-soft">{description}</AlertDialog.Description>
          <DialogActions>
            <AlertDialog.Cancel asChild>
              <Button>{texts.cancel}</Button>
            </AlertDialog.Cancel>
            <Button variant="danger" busy={busy} onClick={onConfirm}>
              {action}
            </Button>
          </DialogActions>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
