import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { IconButton } from './button.tsx';
import { useWasOpened } from './dialog.tsx';
import { Icon } from './icon.tsx';
import { texts } from './texts.ts';

const sides = {
  bottom: 'inset-x-0 bottom-0 max-h-[85dvh] rounded-t-xl border-t',
  end: 'inset-y-0 end-0 w-full max-w-md border-s',
  start: 'inset-y-0 start-0 w-72 max-w-[85vw] border-e',
};

interface SheetProps {
  open: boolean;
  onClose(): void;
  title: string;
  side?: keyof typeof sides;
  /** The element that has the focus after closing, if no button of the sheet's own opened it. */
  returnFocusTo?(): HTMLElement | null | undefined;
  children: ReactNode;
}

/** A panel at an edge of the screen, over the page. */
export function Sheet({ open, onClose, title, side = 'bottom', returnFocusTo, children }: SheetProps) {
  if (!useWasOpened(open)) return null;
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-shade" />
        <Radix.Content
          aria-describedby={undefined}
          onCloseAutoFocus={() => returnFocusTo?.()?.focus()}
          className={`animate-appear fixed z-50 flex flex-col border-line bg-surface shadow-2xl outline-none ${sides[side]}`}
        >
          <div className="flex items-center justify-between gap-2 border-b border-line py-2 ps-4 pe-2">
            <Radix.Title className="min-w-0 truncate font-medium">{title}</Radix.Title>
            <Radix.Close asChild>
              <IconButton label={texts.close}>
                <Icon name="close" />
              </IconButton>
            </Radix.Close>
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-4 pb-[max(1rem,env(safe-area-inset-bottom))]">
            {children}
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
