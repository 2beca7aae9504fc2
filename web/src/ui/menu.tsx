import { Check, ChevronRight } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';

interface MenuProps {
  trigger: ReactNode;
  align?: 'start' | 'end';
  children: ReactNode;
}

export function Menu({ trigger, align = 'end', children }: MenuProps) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align={align}
          sideOffset={6}
          collisionPadding={12}
          className="animate-appear z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-48 overflow-y-auto rounded-lg border border-line bg-surface p-1 shadow-xl"
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

const item =
  'control flex w-full items-center gap-2 rounded-md px-2 text-base outline-none select-none data-disabled:opacity-55 data-highlighted:bg-sunken';

export function MenuItem({
  onSelect,
  danger,
  disabled,
  children,
}: {
  onSelect(): void;
  danger?: boolean;
  disabled?: boolean;
  children: ReactNode;
}) {
  return (
    <DropdownMenu.Item
      onSelect={onSelect}
      disabled={disabled ?? false}
      className={`${item} ${danger ? 'text-danger' : ''}`}
    >
      {children}
    </DropdownMenu.Item>
  );
}

/** A menu beside the menu, such as the places that something can be moved to. */
export const MenuSub = ({ label, children }: { label: ReactNode; children: ReactNode }) => (
  <DropdownMenu.Sub>
    <DropdownMenu.SubTrigger className={`${item} justify-between data-[state=open]:bg-sunken`}>
      {label}
      <ChevronRight size={14} strokeWidth={1.75} aria-hidden="true" className="rtl:rotate-180" />
    </DropdownMenu.SubTrigger>
    <DropdownMenu.Portal>
      <DropdownMenu.SubContent
        sideOffset={4}
        collisionPadding={12}
        className="animate-appear z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-40 max-w-64 overflow-y-auto rounded-lg border border-line bg-surface p-1 shadow-xl"
      >
        {children}
      </DropdownMenu.SubContent>
    </DropdownMenu.Portal>
  </DropdownMenu.Sub>
);

export const MenuLink = ({
  href,
  download,
  children,
}: {
  href: string;
  /** The name to save the target under, instead of opening it. */
  download?: string;
  children: ReactNode;
}) => (
  <DropdownMenu.Item asChild>
    <a href={href} download={download} className={item}>
      {children}
    </a>
  </DropdownMenu.Item>
);

interface MenuChoicesProps<Value extends string> {
  label: string;
  value: Value;
  onChange(value: Value): void;
  options: readonly { value: Value; name: string }[];
}

/** A few choices of which one is always selected. */
export const MenuChoices = <Value extends string>(props: MenuChoicesProps<Value>) => (
  <DropdownMenu.RadioGroup
    aria-label={props.label}
    value={props.value}
    onValueChange={(value) => props.onChange(value as Value)}
  >
    {props.options.map(({ value, name }) => (
      <DropdownMenu.RadioItem key={value} value={value} className={item}>
        <span className="min-w-0 flex-1">{name}</span>
        <DropdownMenu.ItemIndicator>
          <Check size={16} strokeWidth={1.75} aria-hidden="true" />
        </DropdownMenu.ItemIndicator>
      </DropdownMenu.RadioItem>
    ))}
  </DropdownMenu.RadioGroup>
);

export const MenuSeparator = () => <DropdownMenu.Separator className="my-1 h-px bg-line" />;

export const MenuHeading = ({ children }: { children: ReactNode }) => (
  <DropdownMenu.Label className="mb-1 border-b border-line px-2 pt-1.5 pb-2 text-sm">
    {children}
  </DropdownMenu.Label>
);
