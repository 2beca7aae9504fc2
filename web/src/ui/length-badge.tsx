import { formatTimecode } from '../lib/format.ts';

/** The length of a recording on its picture. It has the same colours in both themes, because the picture has too. */
export const LengthBadge = ({ seconds, className }: { seconds: number; className: string }) => (
  <span
    className={`absolute rounded-sm bg-black/75 px-1 text-[11px] leading-4 font-medium text-white tabular-nums ${className}`}
  >
    {formatTimecode(seconds)}
  </span>
);
