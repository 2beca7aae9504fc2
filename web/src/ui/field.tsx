import { type ComponentProps, type FormEvent, type ReactNode, useId, useState } from 'react';
import { texts } from './texts.ts';

export const box =
  'w-full rounded-md border border-edge/60 bg-surface px-2.5 text-ink placeholder:text-soft transition-colors hover:border-edge focus:border-accent focus:outline-2 focus:outline-offset-0 focus:outline-accent/40 aria-invalid:border-danger';

export interface FieldTexts {
  label: string;
  hint?: string;
  error?: string | undefined;
}

export function FieldLayout({
  label,
  hint,
  error,
  id,
  children,
}: FieldTexts & { id: string; children: ReactNode }) {
  return (
    <div className="space-y-1.5">
      <label htmlFor={id} className="block text-base font-medium">
        {label}
      </label>
      {children}
      {error ? (
        <p id={`${id}-description`} role="alert" className="text-sm text-danger">
          {error}
        </p>
      ) : (
        hint && (
          <p id={`${id}-description`} className="text-sm text-soft">
            {hint}
          </p>
        )
      )}
    </div>
  );
}

export const fieldAttributes = (id: string, { hint, error }: FieldTexts) => ({
  id,
  'aria-invalid': error ? true : undefined,
  'aria-describedby': hint || error ? `${id}-description` : undefined,
});

/**
 * Says what is wrong with a field in the page, where other errors are, instead of in a bubble of the browser. Returns the
 * handlers of the field and what is wrong.
 */
function useOwnValidation(title: string | undefined) {
  const [fault, setFault] = useState<string>();
  return {
    fault,
    onInvalid(event: FormEvent<HTMLInputElement | HTMLTextAreaElement>) {
      const field = event.currentTarget;
      event.preventDefault();
      const { valueMissing, patternMismatch } = field.validity;
      const own = title ?? (valueMissing ? texts.fillInThisField : field.validationMessage);
      setFault(valueMissing || patternMismatch ? own : field.validationMessage);
      // The browser does not do it without its bubble.
      const fields = [...(field.form?.elements ?? [])] as HTMLInputElement[];
      if (fields.find((other) => other.validity?.valid === false) === field) field.focus();
    },
    onInput: () => setFault(undefined),
  };
}

export function TextField({ label, hint, error: given, ...rest }: FieldTexts & ComponentProps<'input'>) {
  const id = useId();
  const { fault, ...validation } = useOwnValidation(rest.title);
  const error = fault ?? given;
  return (
    <FieldLayout label={label} hint={hint} error={error} id={id}>
      <input
        className={`${box} control`}
        {...validation}
        {...rest}
        {...fieldAttributes(id, { label, hint, error })}
      />
    </FieldLayout>
  );
}

export function TextArea({ label, hint, error: given, ...rest }: FieldTexts & ComponentProps<'textarea'>) {
  const id = useId();
  const { fault, ...validation } = useOwnValidation(rest.title);
  const error = fault ?? given;
  return (
    <FieldLayout label={label} hint={hint} error={error} id={id}>
      <textarea
        rows={4}
        className={`${box} py-1.5`}
        {...validation}
        {...rest}
        {...fieldAttributes(id, { label, hint, error })}
      />
    </FieldLayout>
  );
}

/** A radio button or checkbox with a title and a description. */
export function Choice({
  title,
  description,
  ...rest
}: ComponentProps<'input'> & { title: string; description?: string | undefined }) {
  return (
    <label className="flex items-start gap-3 rounded-lg border border-line px-3 py-2 transition-colors hover:border-edge has-checked:border-accent has-checked:bg-accent-wash has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent">
      <input className="mt-1 size-4 shrink-0 outline-none" {...rest} />
      <span className="min-w-0">
        <span className="block text-base font-medium">{title}</span>
        {description && <span className="block text-sm text-soft">{description}</span>}
      </span>
    </label>
  );
}
