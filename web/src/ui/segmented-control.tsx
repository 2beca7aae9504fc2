import type { ReactNode } from 'react';

interface SegmentedControlProps<Value extends string> {
  label: string;
  value: Value;
  onChange(value: Value): void;
  options: readonly { value: Value; name: ReactNode }[];
}

/** A few choices of which one is always selected. */
export function SegmentedControl<Value extends string>(props: SegmentedControlProps<Value>) {
  return (
    <fieldset className="inline-flex gap-0.5 rounded-md bg-sunken p-0.5">
      <legend className="sr-only">{props.label}</legend>
      {props.options.map(({ value, name }) => (
        <button
          key={value}
          type="button"
          aria-pressed={props.value === value}
          onClick={() => props.onChange(value)}
          className="inline-flex min-h-7 items-center gap-1.5 rounded px-2.5 font-medium text-soft transition-colors hover:text-ink aria-pressed:bg-raised aria-pressed:text-ink aria-pressed:shadow-sm pointer-coarse:min-h-10"
        >
          {name}
        </button>
      ))}
    </fieldset>
  );
}
