import type { LucideIcon } from 'lucide-react';

/** A link or button of the rail. */
export const railItem =
  'flex min-h-8 w-full shrink-0 items-center justify-center gap-2 rounded-md px-2 text-start font-medium text-soft transition-colors hover:bg-sunken hover:text-ink lg:justify-start data-[status=active]:bg-sunken data-[status=active]:text-ink pointer-coarse:min-h-11';

/** An icon, and in the wide rail its name too. Screen readers always get the name. */
export const RailLabel = ({ icon: Icon, name }: { icon: LucideIcon; name: string }) => (
  <>
    <Icon size={18} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
    <span className="sr-only lg:not-sr-only lg:me-auto lg:truncate">{name}</span>
  </>
);
