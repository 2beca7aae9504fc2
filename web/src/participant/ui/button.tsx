/** @jsxImportSource preact */
import type { ComponentProps } from 'preact';

interface ButtonProps extends ComponentProps<'button'> {
  variant?: 'primary' | 'quiet' | 'bare' | 'danger';
  busy?: boolean;
}

/** A busy button keeps the focus, which a disabled one would lose; its clicks are ignored. */
export function Button({ variant = 'quiet', busy = false, onClick, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      class={`button button-${variant}`}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      <span>{children}</span>
    </button>
  );
}
