import { type ComponentProps, useId } from 'react';
import { box, FieldLayout, type FieldTexts, fieldAttributes } from './field.tsx';
import { Select } from './select.tsx';

type SelectFieldProps<Value extends string> = FieldTexts &
  Omit<
    ComponentProps<typeof Select<Value>>,
    'id' | 'look' | 'className' | 'aria-invalid' | 'aria-describedby'
  >;

/** A select with a visible label, a hint and an error. */
export function SelectField<Value extends string>({ hint, error, ...rest }: SelectFieldProps<Value>) {
  const id = useId();
  const fieldTexts = { label: rest.label, ...(hint ? { hint } : {}), error };
  return (
    <FieldLayout {...fieldTexts} id={id}>
      <Select {...rest} {...fieldAttributes(id, fieldTexts)} look={box} className="" />
    </FieldLayout>
  );
}
