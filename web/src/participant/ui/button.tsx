/** @jsxImportSource preact */
import type { ComponentProps } from 'preact';

interface ButtonProps extends ComponentProps<'button'> {
  variant?: 'primary' | 'quiet' | 'bare' | 'danger';
  busy?: boolean;
}

/** A button that is busy or has `aria-disabled` keeps the focus, which `disabled` would lose. Its clicks are ignored. */
export function Button({ variant = 'quiet', busy = false, onClick, children, ...rest }: ButtonProps) {
  const isDisabled = busy || rest['aria-disabled'] === true;
  return (
    <button
      type="button"
      {...rest}
      class={`button button-${variant}`}
      aria-busy={busy || undefined}
      aria-disabled={isDisabled || undefined}
      onClick={isDisabled ? (event) => event.preventDefault() : onClick}
    >
      <span>{children}</span>
    </button>
  );
}
