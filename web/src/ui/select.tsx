import { Check, ChevronDown } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useEffect, useRef, useState } from 'react';

export interface SelectOption<Value extends string = string> {
  value: Value;
  name: string;
}

interface SelectProps<Value extends string> {
  label: string;
  options: readonly SelectOption<Value>[];
  /** Without it, the select keeps its value itself, for a form that reads it by `name`. */
  value?: Value;
  defaultValue?: NoInfer<Value>;
  onChange?(value: Value): void;
  name?: string;
  disabled?: boolean | undefined;
  /** The id of a field with a visible label, which names it instead of `label`. */
  id?: string;
  'aria-invalid'?: boolean | undefined;
  'aria-describedby'?: string | undefined;
  /** How the closed select looks, instead of a box. */
  look?: string;
  className?: string;
}

const box =
  'rounded-md border border-line bg-surface px-2 text-ink hover:border-edge focus:border-accent focus:outline-2 focus:outline-offset-0 focus:outline-accent/40';

/**
 * The only list of choices of the application. It is a menu of Radix, which every page loads, with the roles of a
 * combobox and its listbox: Radix's own select would add another 8 kB to each page.
 */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, options, onChange, name, id, disabled, look = box, className = 'max-w-48' } = props;
  const [own, setOwn] = useState(props.defaultValue ?? options[0]?.value);
  const [open, setOpen] = useState(false);
  const opensByPress = useRef(false);
  const value = props.value ?? own;
  return (
    <DropdownMenu.Root modal={false} open={open} onOpenChange={setOpen}>
      {name && <input type="hidden" name={name} value={value ?? ''} />}
      <DropdownMenu.Trigger
        role="combobox"
        aria-haspopup="listbox"
        aria-label={id ? undefined : label}
        {...(id ? { id } : {})}
        aria-invalid={props['aria-invalid']}
        aria-describedby={props['aria-describedby']}
        disabled={disabled ?? false}
        onPointerDown={(event) => {
          // A finger may be about to scroll: it opens the list when it is lifted.
          opensByPress.current = event.pointerType !== 'touch';
          if (!opensByPress.current) event.preventDefault();
        }}
        onClick={() => {
          if (!opensByPress.current) setOpen(!open);
          opensByPress.current = false;
        }}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowUp') return;
          event.preventDefault();
          setOpen(true);
        }}
        className={`control inline-flex min-w-0 items-center gap-1.5 text-start ${look} ${className}`}
      >
        <span dir="auto" className="min-w-0 flex-1 truncate">
          {options.find((option) => option.value === value)?.name ?? ' '}
        </span>
        <ChevronDown size={14} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-soft" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          role="listbox"
          aria-label={label}
          aria-labelledby={undefined}
          align="start"
          sideOffset={4}
          collisionPadding={12}
          // A dialog refuses to scroll what is outside of it, by listeners of the document.
          onWheel={(event) => event.stopPropagation()}
          onTouchMove={(event) => event.stopPropagation()}
          className="animate-appear relative z-50 max-h-[min(20rem,var(--radix-dropdown-menu-content-available-height,20rem))] max-w-[min(24rem,calc(100vw-24px))] min-w-[max(8rem,var(--radix-dropdown-menu-trigger-width))] overflow-y-auto rounded-lg border border-line bg-surface p-1 shadow-xl"
        >
          {options.map((option) => (
            <Option
              key={option.value}
              name={option.name}
              isSelected={option.value === value}
              onSelect={() => {
                setOwn(option.value);
                if (option.value !== value) onChange?.(option.value);
              }}
            />
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

function Option({ name, isSelected, onSelect }: { name: string; isSelected: boolean; onSelect(): void }) {
  const element = useRef<HTMLDivElement>(null);
  const startsHere = useRef(isSelected);
  useEffect(() => {
    const option = element.current;
    const list = option?.parentElement;
    if (!startsHere.current || !option || !list) return;
    list.scrollTop = option.offsetTop - list.clientHeight / 2;
    option.focus({ preventScroll: true });
  }, []);
  return (
    <DropdownMenu.Item
      ref={element}
      role="option"
      aria-selected={isSelected}
      onSelect={onSelect}
      className="control flex w-full items-center gap-2 rounded-md px-2 text-base outline-none select-none aria-selected:font-medium data-highlighted:bg-sunken"
    >
      <span dir="auto" className="min-w-0 flex-1 truncate">
        {name}
      </span>
      {isSelected && <Check size={14} strokeWidth={2} aria-hidden="true" className="shrink-0" />}
    </DropdownMenu.Item>
  );
}
