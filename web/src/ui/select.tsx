interface SelectProps {
  label: string;
  value: string;
  onChange(value: string): void;
  options: readonly { value: string; name: string }[];
  className?: string;
}

/** A list of choices without a visible label, for filters. */
export const Select = ({ label, value, onChange, options, className = 'max-w-48' }: SelectProps) => (
  <select
    aria-label={label}
    value={value}
    onChange={(event) => onChange(event.target.value)}
    className={`control min-w-0 truncate rounded-md border border-line bg-surface px-2 text-ink hover:border-edge focus:border-accent focus:outline-2 focus:outline-offset-0 focus:outline-accent/40 ${className}`}
  >
    {options.map((option) => (
      <option key={option.value} value={option.value}>
        {option.name}
      </option>
    ))}
  </select>
);
