import type { ComponentProps } from 'react';

const variants = {
  primary: 'bg-accent text-on-accent hover:bg-accent-strong',
  quiet: 'border border-line bg-surface text-ink hover:border-edge',
  bare: 'text-soft hover:bg-sunken hover:text-ink',
  danger: 'border border-danger/40 bg-surface text-danger hover:bg-danger-wash',
};

interface ButtonProps extends ComponentProps<'button'> {
  variant?: keyof typeof variants;
  /** Disables the button while its request is in flight. */
  busy?: boolean;
}

export function Button({
  variant = 'quiet',
  busy = false,
  className = '',
  disabled,
  type,
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type ?? 'button'}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={`control inline-flex items-center justify-center gap-1.5 rounded-md px-3 text-base font-medium whitespace-nowrap transition-colors disabled:opacity-55 ${variants[variant]} ${className}`}
      {...rest}
    />
  );
}

/** A square button with an icon. Screen readers read the label. */
export function IconButton({ label, className = '', ...rest }: ComponentProps<'button'> & { label: string }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={`control-square inline-flex shrink-0 items-center justify-center rounded-md text-soft transition-colors hover:bg-sunken hover:text-ink data-[state=open]:bg-sunken data-[state=open]:text-ink ${className}`}
      {...rest}
    />
  );
}
