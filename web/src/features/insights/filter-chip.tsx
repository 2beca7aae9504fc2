import { ChevronDown, Plus, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Popover } from '../../ui/popover.tsx';
import { texts } from './texts.ts';

export const chip =
  'control inline-flex items-center gap-1.5 rounded-md border border-line bg-surface px-2.5 text-sm whitespace-nowrap hover:border-edge data-[state=open]:border-edge';

/** A name and its value, such as "Rows People". */
export const ChipText = ({ name, value }: { name: string; value: string }) => (
  <>
    <span className="text-soft">{name}</span>{' '}
    <span dir="auto" className="max-w-40 truncate font-medium">
      {value}
    </span>
  </>
);

export const ChipArrow = () => (
  <ChevronDown size={14} strokeWidth={1.75} aria-hidden="true" className="text-soft" />
);

interface FilterChipProps {
  name: string;
  value: string;
  /** The name of the button that takes the filter away. */
  removeLabel: string;
  onRemove(): void;
  children: ReactNode;
}

/** A filter that is set. A press changes it. */
export const FilterChip = ({ name, value, removeLabel, onRemove, children }: FilterChipProps) => (
  <span className="inline-flex">
    <Popover
      label={name}
      trigger={
        <button type="button" className={`${chip} rounded-e-none border-e-0`}>
          <ChipText name={name} value={value} />
        </button>
      }
    >
      {children}
    </Popover>
    <button
      type="button"
      aria-label={removeLabel}
      title={removeLabel}
      onClick={onRemove}
      className="control-square inline-flex items-center justify-center rounded-e-md border border-s-0 border-line bg-surface text-soft hover:text-ink"
    >
      <X size={14} strokeWidth={1.75} aria-hidden="true" />
    </button>
  </span>
);

interface AddFilterProps {
  open: boolean;
  onOpenChange(open: boolean): void;
  children: ReactNode;
}

export const AddFilter = ({ open, onOpenChange, children }: AddFilterProps) => (
  <Popover
    label={texts.filters.add}
    open={open}
    onOpenChange={onOpenChange}
    trigger={
      <button type="button" className={`${chip} border-dashed bg-transparent text-soft`}>
        <Plus size={14} strokeWidth={1.75} aria-hidden="true" /> {texts.filters.add}
      </button>
    }
  >
    {children}
  </Popover>
);
