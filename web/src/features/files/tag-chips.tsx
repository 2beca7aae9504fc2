import type { Tag } from '../../data/tags.ts';
import { TagChip } from '../../ui/tag-chip.tsx';

export type TagsById = ReadonlyMap<string, Tag>;

interface TagChipsProps {
  tagIds: readonly string[];
  tags: TagsById;
  max: number;
  /** Long names are cut off, because the rows of a table have the same height. */
  inOneLine?: boolean;
}

/** The first tags of a file and how many more there are. */
export function TagChips({ tagIds, tags, max, inOneLine = false }: TagChipsProps) {
  const known = tagIds.flatMap((id) => tags.get(id) ?? []);
  if (known.length === 0) return null;
  const rest = known.slice(max);
  return (
    <span
      className={`flex min-w-0 items-center gap-1 ${inOneLine ? 'overflow-hidden *:min-w-0' : 'flex-wrap'}`}
    >
      {known.slice(0, max).map(({ id, name, color }) => (
        <TagChip key={id} name={name} color={color} />
      ))}
      {rest.length > 0 && (
        <span className="shrink-0 text-xs text-soft" title={rest.map(({ name }) => name).join(', ')}>
          +{rest.length}
        </span>
      )}
    </span>
  );
}
