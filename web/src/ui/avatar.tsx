import { initials } from '../lib/call/initials.ts';

const sizes = {
  small: 'size-5 text-[10px]',
  /** The size of the button of the account. */
  control: 'control-square text-sm',
};

/** The initials of a person. The name is the accessible name and the tooltip. */
export function Avatar({ name, size = 'small' }: { name: string; size?: keyof typeof sizes }) {
  return (
    <span
      role="img"
      aria-label={name}
      title={name}
      className={`inline-flex shrink-0 items-center justify-center rounded-full bg-accent-wash leading-none font-semibold text-accent ${sizes[size]}`}
    >
      {initials(name)}
    </span>
  );
}
