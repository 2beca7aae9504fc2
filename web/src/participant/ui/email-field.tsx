/** @jsxImportSource preact */
import type { Ref } from 'preact';
import { useId } from 'preact/hooks';

interface EmailFieldProps {
  /** A reference to the input element. */
  inputRef: Ref<HTMLInputElement>;
  label: string;
  hint?: string;
  error: string;
}

/** The address has its own error, which the input names as its description. */
export function EmailField({ inputRef, label, hint, error }: EmailFieldProps) {
  const id = useId();
  return (
    <div class="field">
      <label class="field-name" for={id}>
        {label}
      </label>
      <input
        ref={inputRef}
        id={id}
        class="input"
        type="email"
        autocomplete="email"
        maxLength={254}
        dir="ltr"
        aria-invalid={error !== ''}
        aria-describedby={error ? `${id}-error` : hint ? `${id}-hint` : undefined}
      />
      <p id={`${id}-error`} class="error" role="alert">
        {error}
      </p>
      {hint && (
        <p id={`${id}-hint`} class="hint">
          {hint}
        </p>
      )}
    </div>
  );
}
