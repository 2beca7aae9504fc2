import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';

interface MenuProps {
  trigger: ReactNode;
  children: ReactNode;
}

export function Menu({ trigger, children }: MenuProps) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={6}
          collisionPadding={12}
          className="animate-appear z-30 min-w-48 rounded-xl border border-line bg-surface p-1.5 shadow-xl"
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

const item =
  'flex w-full items-center gap-2.5 rounded-lg px-3 py-2 text-sm outline-none select-none data-highlighted:bg-sunken';

export function MenuItem({
  onSelect,
  danger,
  children,
}: {
  onSelect(): void;
  danger?: boolean;
  children: ReactNode;
}) {
  return (
    <DropdownMenu.Item onSelect={onSelect} className={`${item} ${danger ? 'text-danger' : ''}`}>
      {children}
    </DropdownMenu.Item>
  );
}

export const MenuLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <DropdownMenu.Item asChild>
    <a href={href} className={item}>
      {children}
    </a>
  </DropdownMenu.Item>
);

export const MenuHeading = ({ children }: { children: ReactNode }) => (
  <DropdownMenu.Label className="border-b border-line px-3 pt-1.5 pb-2.5 mb-1.5 text-sm">
    {children}
  </DropdownMenu.Label>
);
