import type { ReactNode } from 'react';
import { tagStyle } from './tag-colors.ts';

/** A coloured dot. It always stands beside a name, because colour alone tells nothing. */
export const TagDot = ({ color }: { color: string | null | undefined }) => (
  <span aria-hidden="true" style={tagStyle(color)} className="size-2 shrink-0 rounded-sm bg-(--tag-dot)" />
);

export function TagChip({
  name,
  color,
  children,
}: {
  name: string;
  color: string | null;
  children?: ReactNode;
}) {
  return (
    <span
      style={tagStyle(color)}
      className="inline-flex max-w-48 items-center gap-1.5 rounded-sm bg-(--tag-wash) px-1.5 py-0.5 text-xs font-medium text-(--tag-ink)"
    >
      <span className="min-w-0 truncate" dir="auto">
        {name}
      </span>
      {children}
    </span>
  );
}
