import { Popover as Radix } from 'radix-ui';
import { type ReactNode, type RefObject, useMemo } from 'react';

interface AnchoredPopoverProps {
  /** Where it opens: an element, or anything else with a place on the screen. */
  anchor: { getBoundingClientRect(): DOMRect };
  label: string;
  onClose(): void;
  /** Called after it closed by a key, to return the focus. */
  onReturnFocus?(): void;
  /** Gets the focus when it opens. By default that is the first control that is not a link. */
  initialFocus?: RefObject<HTMLElement | null>;
  side?: 'top' | 'bottom';
  children: ReactNode;
}

/** A popover without a button of its own, beside an element that opened it. */
export function AnchoredPopover({
  anchor,
  label,
  onClose,
  onReturnFocus,
  initialFocus,
  side = 'bottom',
  children,
}: AnchoredPopoverProps) {
  const virtualRef = useMemo(() => ({ current: anchor }), [anchor]);
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Anchor virtualRef={virtualRef} />
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          side={side}
          align="start"
          sideOffset={6}
          collisionPadding={12}
          onOpenAutoFocus={(event) => {
            if (!initialFocus?.current) return;
            event.preventDefault();
            initialFocus.current.focus();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            onReturnFocus?.();
          }}
          className="animate-appear z-40 flex max-h-(--radix-popover-content-available-height) w-72 max-w-[calc(100vw-24px)] flex-col overflow-y-auto rounded-lg border border-line bg-surface p-2 shadow-xl outline-none"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
