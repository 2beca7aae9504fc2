import { useRef } from 'react';

interface NameFieldProps {
  label: string;
  value: string;
  maxLength: number;
  /** Called with the new name, or null if it did not change. */
  onDone(name: string | null): void;
  className?: string;
}

/** A name that is edited in place: Enter or leaving the field saves, Escape cancels. */
export function NameField({ label, value, maxLength, onDone, className = '' }: NameFieldProps) {
  const cancelled = useRef(false);
  return (
    <input
      // biome-ignore lint/a11y/noAutofocus: the person has asked to rename it.
      autoFocus
      onFocus={(event) => event.target.select()}
      aria-label={label}
      dir="auto"
      maxLength={maxLength}
      defaultValue={value}
      onBlur={({ target }) => {
        const name = target.value.trim();
        onDone(cancelled.current || name === '' || name === value ? null : name);
      }}
      onKeyDown={(event) => {
        cancelled.current = event.key === 'Escape';
        if (event.key === 'Enter' || event.key === 'Escape') event.currentTarget.blur();
      }}
      className={`control w-full min-w-0 rounded-md border border-edge bg-surface px-1.5 focus:border-accent focus:outline-2 focus:outline-accent/40 ${className}`}
    />
  );
}
