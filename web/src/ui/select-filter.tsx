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
  <select
    aria-label={label}
    value={value ?? ''}
    onChange={(event) => onChange(event.target.value || undefined)}
    className={`control max-w-44 min-w-0 shrink-0 truncate rounded-md border bg-surface px-2 hover:border-edge ${value ? 'border-accent font-medium' : 'border-line text-soft'}`}
  >
    <option value="">{all}</option>
    {options.map((option) => (
      <option key={option.value} value={option.value}>
        {option.name}
      </option>
    ))}
  </select>
);
