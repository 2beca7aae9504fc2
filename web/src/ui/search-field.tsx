import type { ComponentProps } from 'react';
import { Icon } from './icon.tsx';

interface SearchFieldProps extends Omit<ComponentProps<'input'>, 'type' | 'onChange'> {
  label: string;
  onChange(value: string): void;
}

export function SearchField({ label, onChange, className = '', ...rest }: SearchFieldProps) {
  return (
    <div className={`relative min-w-0 ${className}`}>
      <span className="pointer-events-none absolute inset-y-0 start-2.5 flex items-center text-soft">
        <Icon name="search" />
      </span>
      <input
        type="search"
        aria-label={label}
        maxLength={200}
        onChange={(event) => onChange(event.target.value)}
        className="control w-full rounded-md border border-line bg-surface ps-8 pe-2.5 placeholder:text-soft [&::-webkit-search-cancel-button]:appearance-none hover:border-edge focus:border-accent focus:outline-2 focus:outline-offset-0 focus:outline-accent/40"
        {...rest}
      />
    </div>
  );
}
