import { Select } from './select.tsx';

interface SelectFilterProps {
  label: string;
  /** The name of the choice that filters nothing. */
  all: string;
  value: string | undefined;
  onChange(value: string | undefined): void;
  options: readonly { value: string; name: string }[];
}

/** A filter above a list. It is marked while it hides something. */
export const SelectFilter = ({ label, all, value, onChange, options }: SelectFilterProps) => (
  <Select
    label={label}
    value={value ?? ''}
    onChange={(chosen) => onChange(chosen || undefined)}
    options={[{ value: '', name: all }, ...options]}
    look={`rounded-md border bg-surface px-2 hover:border-edge ${value ? 'border-accent font-medium' : 'border-line text-soft'}`}
    className="max-w-44 shrink-0"
  />
);
