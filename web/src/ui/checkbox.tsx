import { type ComponentProps, useEffect, useRef } from 'react';

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: string;
  /** Some, but not all of the items that this checkbox stands for are selected. */
  indeterminate?: boolean;
}

/** A checkbox without a visible label, for rows of a table. */
export function Checkbox({ label, indeterminate = false, className = '', ...rest }: CheckboxProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current) input.current.indeterminate = indeterminate;
  }, [indeterminate]);
  return (
    <input
      ref={input}
      type="checkbox"
      aria-label={label}
      className={`size-4 shrink-0 ${className}`}
      {...rest}
    />
  );
}
