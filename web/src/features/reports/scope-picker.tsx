import { ChevronDown } from 'lucide-react';
import { useId } from 'react';
import { PickList, type PickOption } from '../../ui/pick-list.tsx';
import { Popover } from '../../ui/popover.tsx';

interface ScopePickerProps {
  label: string;
  /** The text while nothing is chosen: then everything is read. */
  all: string;
  choose: string;
  chosen(count: number): string;
  options: readonly PickOption[];
  selected: readonly string[];
  onChange(selected: string[]): void;
}

export function ScopePicker({ label, all, choose, chosen, options, selected, onChange }: ScopePickerProps) {
  const id = useId();
  const names = options.filter((option) => selected.includes(option.id)).map(({ name }) => name);
  const toggle = (option: string) =>
    onChange(
      selected.includes(option) ? selected.filter((other) => other !== option) : [...selected, option],
    );
  return (
    <div className="min-w-0 space-y-1.5">
      <span id={id} className="block text-base font-medium">
        {label}
      </span>
      <Popover
        label={label}
        trigger={
          <button
            type="button"
            aria-describedby={id}
            title={names.join(', ')}
            className="control flex w-full items-center justify-between gap-2 rounded-md border border-edge/60 bg-surface px-2.5 hover:border-edge"
          >
            <span className="min-w-0 truncate">{selected.length === 0 ? all : chosen(selected.length)}</span>
            <ChevronDown size={14} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-soft" />
          </button>
        }
      >
        <PickList label={choose} options={options} selected={selected} onToggle={toggle} />
      </Popover>
    </div>
  );
}
